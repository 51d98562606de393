import { ApiError } from '../client/api-error.ts'
import type { ImportOutcome, InviteOutcome } from '../client/types.ts'
import {
  afterAdding,
  afterBusy,
  afterInviting,
  afterRejection,
  nextStep,
  type Recipient,
  type Run,
  type RunStep,
} from './run.ts'

/** External functions that a run uses. */
export type RunEffects = {
  add(people: readonly Recipient[], run: Run, key: string): Promise<readonly ImportOutcome[]>
  /**
   * Creates the campaign of the run with these invites. If nobody can be invited there is none, and the results say why,
   * for those who can't.
   */
  createCampaign(
    profileIds: readonly string[],
    step: Extract<RunStep, { kind: 'invite' }>,
    run: Run,
  ): Promise<{ campaignId: string | undefined; results: readonly InviteOutcome[] }>
  invite(
    profileIds: readonly string[],
    step: Extract<RunStep, { kind: 'invite' }>,
    run: Run,
  ): Promise<readonly InviteOutcome[]>
  now(): number
  /** Resolves at this time, or immediately when the run is stopped. */
  wait(until: number): Promise<void>
  isStopped(): boolean
  /** Called with each change, to show and store it. */
  onChange(run: Run): void
}

/**
 * Sends a run to its end, or as far as possible. It only stops between two calls, so it is known what was sent. It
 * waits when the service asks for it. Any other error stops the run, which can be continued later.
 */
export async function runInvites(start: Run, effects: RunEffects): Promise<Run> {
  let run = start
  const settle = (next: Run) => {
    run = next
    effects.onChange(run)
  }
  while (!effects.isStopped()) {
    const step = nextStep(run, effects.now())
    if (step.kind === 'end') return run
    if (step.kind === 'wait') {
      await effects.wait(step.until)
      continue
    }
    try {
      settle(await takeStep(run, step, effects))
    } catch (error) {
      const seconds = retryDelay(error)
      if (seconds !== undefined) settle(afterBusy(run, seconds, effects.now()))
      else if (isFinal(error)) settle(afterRejection(run, step.places, error.message))
      else throw error
    }
  }
  return run
}

async function takeStep(
  run: Run,
  step: Extract<RunStep, { kind: 'add' | 'invite' }>,
  effects: RunEffects,
): Promise<Run> {
  const people = step.places.flatMap((place) => run.people[place] ?? [])
  if (step.kind === 'add') return afterAdding(run, step.places, await effects.add(people, run, step.key))
  const profileIds = [...new Set(people.flatMap(({ profileId }) => profileId ?? []))]
  if (!run.campaign || run.campaignId !== undefined) {
    return afterInviting(run, step.places, await effects.invite(profileIds, step, run), effects.now())
  }
  const { campaignId, results } = await effects.createCampaign(profileIds, step, run)
  if (campaignId !== undefined)
    return afterInviting({ ...run, campaignId }, step.places, results, effects.now())
  // Those who can be invited are, in the campaign that the next call creates.
  const answered = new Set(results.map(({ profileId }) => profileId))
  const places = step.places.filter((place) => answered.has(run.people[place]?.profileId ?? ''))
  return afterInviting(run, places, results, effects.now())
}

/** The installation can't use this channel at all. People with another address still get their link. */
function isFinal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'sms_not_configured'
}

function retryDelay(error: unknown): number | undefined {
  if (!(error instanceof ApiError)) return undefined
  const isBusy = error.status === 429 || error.code === 'idempotency_key_in_flight'
  return isBusy ? (error.retryAfterSeconds ?? 5) : undefined
}
