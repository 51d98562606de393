import { Failure } from '../../contract/failure.ts'
import type { Locale } from '../../contract/locale.ts'
import type { PrepareContext } from '../../contract/operation.ts'
import type { AskModel, ModelAnswer } from '../../contract/ports.ts'
import { toWrittenDebrief } from './assemble.ts'
import { checkAnswer } from './check-answer.ts'
import type { Facts } from './facts.ts'
import { reassignToRules } from './generation-store.ts'
import { acquireJob, type LeaseRenewal, releaseJob, startLeaseRenewal } from './job.ts'
import { buildModelQuestion, createDebriefBrief, type DebriefBrief, promptVersion } from './prompt.ts'
import type { WrittenDebrief } from './text.ts'

export type ModelTextRequest = {
  profileId: string
  /** A language that there are texts in. */
  locale: Locale
  facts: Facts
  /** Names the results that the facts are from. */
  resultsHash: string
  /** The stored debrief that is to be written anew although it is of these results. */
  replaces?: string | undefined
}

/** Why there is no text by the model; stored with the text of the rules. */
export type ModelReason =
  | 'timeout'
  | 'limited'
  | 'refused'
  | 'unreachable'
  | 'unreadable'
  | 'unfit'
  | 'budget'
  | 'no_model'

/**
 * What came of it. A job goes with the text or the reason, counted already as one of the account's debriefs: whoever
 * stores a text ends it with `endJob`, in the same transaction. `joined`: another call's text stands by now.
 */
export type ModelOutcome =
  | { written: WrittenDebrief; jobId: string }
  | { reason: ModelReason; jobId: string }
  | { joined: true }

/**
 * Has a debrief written by the language model of the installation, which sees the facts and nothing else, and checks
 * every sentence of it. There is one such work for a profile at a time; further calls wait for it. Nothing is stored
 * here. Fails as `limited` beyond the debriefs of a minute, and as `unavailable` when another call's text takes too
 * long and while the service stops.
 */
export async function writeByModel(
  preparation: PrepareContext,
  asked: ModelTextRequest,
): Promise<ModelOutcome> {
  const callTimeout = endAfter(preparation, callTimeoutSeconds)
  preparation.progress('Reading results')
  for (;;) {
    const claim = await acquireJob(preparation, asked, callTimeout)
    if (claim === 'joined') return { joined: true }
    const { jobId, writer } = claim
    if (writer === 'rules') return { reason: 'budget', jobId }
    const lease = startLeaseRenewal(preparation, asked, jobId)
    const outcome = await compose(preparation, asked, [callTimeout, lease.lost]).catch(async (error) => {
      await abandonJob(preparation, asked, jobId, lease)
      throw error
    })
    if (preparation.stopping.aborted) {
      await abandonJob(preparation, asked, jobId, lease)
      throw stopping()
    }
    // Lost to another process, which took this one for dead: its text counts.
    if (!(await lease.stop())) continue
    if (outcome.unasked) await uncounted(preparation, jobId)
    preparation.progress('Saving')
    return 'written' in outcome ? { written: outcome.written, jobId } : { reason: outcome.reason, jobId }
  }
}

/** Whoever waits is answered within a minute, whatever happens; many clients wait no longer. */
const callTimeoutSeconds = 55

type Outcome = { written: WrittenDebrief; unasked?: never } | { reason: ModelReason; unasked?: boolean }

/** Two attempts at most, within the deadline of the installation. */
async function compose(
  preparation: PrepareContext,
  asked: ModelTextRequest,
  ends: readonly AbortSignal[],
): Promise<Outcome> {
  const { askModel, site, stopping, progress } = preparation
  const { debriefModel } = site
  if (!askModel || !debriefModel) return { reason: 'no_model' }
  const deadline = endAfter(preparation, debriefModel.deadlineSeconds)
  const signal = AbortSignal.any([deadline, stopping, ...ends])
  const brief = createDebriefBrief(asked, preparation.newId())
  const generator = { kind: 'llm', name: debriefModel.name, version: promptVersion } as const
  let problems: readonly string[] = []
  let reason: ModelReason = 'unfit'
  let unasked = true
  for (let attempt = 1; attempt <= 2; attempt++) {
    progress('Writing debrief')
    const answer = await ask(askModel, brief, problems, signal)
    unasked &&= 'unasked' in answer
    if (signal.aborted) return { reason: 'timeout', unasked }
    if ('failed' in answer) {
      reason = answer.failed === 'too_large' ? 'unreadable' : answer.failed
      if (!(await mayAskAgain(preparation, answer))) return { reason, unasked }
      continue
    }
    progress('Checking debrief')
    const checked = checkAnswer(answer.text, brief)
    if ('sections' in checked) return { written: toWrittenDebrief(checked.sections, brief, generator) }
    problems = checked.problems.map(({ words }) => words)
    reason = 'unfit'
  }
  return { reason, unasked }
}

/** The port ends by itself with its signal; one that does not is left behind. */
function ask(
  askModel: AskModel,
  brief: DebriefBrief,
  problems: readonly string[],
  signal: AbortSignal,
): Promise<ModelAnswer> {
  if (signal.aborted) return Promise.resolve({ failed: 'timeout' })
  const left = new Promise<ModelAnswer>((resolve) => {
    signal.addEventListener('abort', () => resolve({ failed: 'timeout' }), { once: true })
  })
  return Promise.race([askModel(buildModelQuestion(brief, problems), signal), left])
}

/** Waits where that may help: whoever refuses, or wants to be left alone for long, is not asked again. */
async function mayAskAgain(
  { pause }: PrepareContext,
  { failed, retryAfterSeconds = 1 }: Extract<ModelAnswer, { failed: string }>,
): Promise<boolean> {
  if (failed === 'refused' || retryAfterSeconds > longestWaitSeconds) return false
  if (failed === 'limited' || failed === 'unreachable') await pause(retryAfterSeconds * 1000)
  return true
}

const longestWaitSeconds = 10

/** The day's budget is for what a model was asked to write. */
function uncounted({ transact, account }: PrepareContext, jobId: string): Promise<void> {
  return transact((sql) => reassignToRules(sql, account.id, jobId))
}

/** Leaves no job behind, so that the next call need not wait; should this fail too, it ends by its lease. */
async function abandonJob(
  preparation: PrepareContext,
  asked: ModelTextRequest,
  jobId: string,
  lease: LeaseRenewal,
): Promise<void> {
  await lease.stop().catch(() => false)
  await releaseJob(preparation, asked, jobId).catch(() => undefined)
}

function stopping(): Failure {
  return new Failure('stopping', { retryAfterSeconds: 5 })
}

/** Aborted after so many seconds, or when the service stops. */
function endAfter({ pause }: PrepareContext, seconds: number): AbortSignal {
  const ending = new AbortController()
  void pause(seconds * 1000).then(() => ending.abort())
  return ending.signal
}
