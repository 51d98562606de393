import { Failure } from '../../contract/failure.ts'
import type { Locale } from '../../contract/locale.ts'
import type { AskModel, ModelAnswer } from '../../contract/ports.ts'
import { toWrittenDebrief } from './assemble.ts'
import { checkAnswer } from './check-answer.ts'
import type { DebriefPreparation } from './debrief-request.ts'
import type { Facts } from './facts.ts'
import { reassignToRules } from './generation-store.ts'
import { acquireJob, type LeaseRenewal, releaseJob, startLeaseRenewal } from './job.ts'
import { buildModelQuestion, createDebriefBrief, type DebriefBrief, promptVersion } from './prompt.ts'
import type { WrittenDebrief } from './text.ts'

export type ModelTextRequest = {
  profileId: string
  /** A language with debrief texts. */
  locale: Locale
  facts: Facts
  /** Hash of the results that the facts are from. */
  resultsHash: string
  /** The stored debrief to replace even if it is from the same results. */
  replaces?: string | undefined
  /** See `DebriefRequest`. */
  leavesRoom?: boolean | undefined
}

/** Why the model produced no text; stored with the text by rules. */
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
 * The outcome. A job comes with the text or the reason and already counts as one of the account's debriefs: the
 * caller that stores a text must call `endJob` in the same transaction. `joined`: another call has stored a text in
 * the meantime.
 */
export type ModelOutcome =
  | { written: WrittenDebrief; jobId: string }
  | { reason: ModelReason; jobId: string }
  | { joined: true }

/**
 * Writes a debrief with the installation's language model, which sees only the facts, and checks every sentence. Only
 * one call per profile does this at a time; others wait for it. Stores nothing. Fails as `limited` above the
 * per-minute limit of debriefs, and as `unavailable` if another call takes too long or the service is stopping.
 */
export async function writeByModel(
  preparation: DebriefPreparation,
  request: ModelTextRequest,
): Promise<ModelOutcome> {
  const callTimeout = abortAfter(preparation, callTimeoutSeconds)
  preparation.progress('Reading results')
  for (;;) {
    const claim = await acquireJob(preparation, request, callTimeout)
    if (claim === 'joined') return { joined: true }
    const { jobId, writer } = claim
    if (writer === 'rules') return { reason: 'budget', jobId }
    const lease = startLeaseRenewal(preparation, request, jobId)
    const outcome = await compose(preparation, request, [callTimeout, lease.lost]).catch(async (error) => {
      await abandonJob(preparation, request, jobId, lease)
      throw error
    })
    if (preparation.stopping.aborted) {
      await abandonJob(preparation, request, jobId, lease)
      throw stopping()
    }
    // Another process took over the job because its lease expired; that process's text counts.
    if (!(await lease.stop())) continue
    if (outcome.unasked) await removeFromBudget(preparation, jobId)
    preparation.progress('Saving')
    return 'written' in outcome ? { written: outcome.written, jobId } : { reason: outcome.reason, jobId }
  }
}

/** Every call is answered within a minute, because many clients wait no longer. */
const callTimeoutSeconds = 55

type Outcome = { written: WrittenDebrief; unasked?: never } | { reason: ModelReason; unasked?: boolean }

/** At most two attempts, within the deadline of the installation. */
async function compose(
  preparation: DebriefPreparation,
  request: ModelTextRequest,
  abortSignals: readonly AbortSignal[],
): Promise<Outcome> {
  const { askModel, installation, stopping, progress } = preparation
  const { debriefModel } = installation
  if (!askModel || !debriefModel) return { reason: 'no_model' }
  const deadline = abortAfter(preparation, debriefModel.deadlineSeconds)
  const signal = AbortSignal.any([deadline, stopping, ...abortSignals])
  const brief = createDebriefBrief(request, preparation.newId())
  const generator = { kind: 'llm', name: debriefModel.name, version: promptVersion } as const
  let problems: readonly string[] = []
  let reason: ModelReason = 'unfit'
  let unasked = true
  for (let attempt = 1; attempt <= 2; attempt++) {
    progress('Writing debrief')
    const answer = await askOrTimeOut(askModel, brief, problems, signal)
    unasked &&= 'unasked' in answer
    if (signal.aborted) return { reason: 'timeout', unasked }
    if ('failed' in answer) {
      reason = answer.failed === 'too_large' ? 'unreadable' : answer.failed
      if (!(await shouldRetry(preparation, answer))) return { reason, unasked }
      continue
    }
    progress('Checking debrief')
    const checked = checkAnswer(answer.text, brief)
    if ('sections' in checked) return { written: toWrittenDebrief(checked.sections, brief, generator) }
    problems = checked.problems.map(({ message }) => message)
    reason = 'unfit'
  }
  return { reason, unasked }
}

/** The port stops when its signal is aborted. If it doesn't, this returns without waiting for it. */
function askOrTimeOut(
  askModel: AskModel,
  brief: DebriefBrief,
  problems: readonly string[],
  signal: AbortSignal,
): Promise<ModelAnswer> {
  if (signal.aborted) return Promise.resolve({ failed: 'timeout' })
  const timedOut = new Promise<ModelAnswer>((resolve) => {
    signal.addEventListener('abort', () => resolve({ failed: 'timeout' }), { once: true })
  })
  return Promise.race([askModel(buildModelQuestion(brief, problems), signal), timedOut])
}

/** Waits before a retry if that may help. Doesn't retry after a refusal or a long Retry-After. */
async function shouldRetry(
  { pause }: DebriefPreparation,
  { failed, retryAfterSeconds = 1 }: Extract<ModelAnswer, { failed: string }>,
): Promise<boolean> {
  if (failed === 'refused' || retryAfterSeconds > maxRetryWaitSeconds) return false
  if (failed === 'limited' || failed === 'unreachable') await pause(retryAfterSeconds * 1000)
  return true
}

const maxRetryWaitSeconds = 10

/** The daily budget counts only requests that reached the model. */
function removeFromBudget({ transact, account }: DebriefPreparation, jobId: string): Promise<void> {
  return transact((sql) => reassignToRules(sql, account.id, jobId))
}

/** Removes the job, so that the next call need not wait. If this fails too, the lease expires. */
async function abandonJob(
  preparation: DebriefPreparation,
  request: ModelTextRequest,
  jobId: string,
  lease: LeaseRenewal,
): Promise<void> {
  await lease.stop().catch(() => false)
  await releaseJob(preparation, request, jobId).catch(() => undefined)
}

function stopping(): Failure {
  return new Failure('stopping', { retryAfterSeconds: 5 })
}

/** Aborted after this many seconds, or when the service stops. */
function abortAfter({ pause }: DebriefPreparation, seconds: number): AbortSignal {
  const controller = new AbortController()
  void pause(seconds * 1000).then(() => controller.abort())
  return controller.signal
}
