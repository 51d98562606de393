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

/** What a run needs of the world. */
export type RunEffects = {
  add(people: readonly Recipient[], run: Run, key: string): Promise<readonly ImportOutcome[]>
  invite(
    profileIds: readonly string[],
    step: Extract<RunStep, { kind: 'invite' }>,
  ): Promise<readonly InviteOutcome[]>
  now(): number
  /** Comes back at this moment, or at once when the run is stopped. */
  wait(until: number): Promise<void>
  isStopped(): boolean
  /** Told of every change, so that it can be shown and kept. */
  onChange(run: Run): void
}

/**
 * Takes a run to its end, or as far as it is let. Stops only between two calls, so that what was sent is known. A
 * service that asks for patience gets it; any other refusal ends it here, and the same run can go on later.
 */
export async function runInvites(start: Run, world: RunEffects): Promise<Run> {
  let run = start
  const settle = (next: Run) => {
    run = next
    world.onChange(run)
  }
  while (!world.isStopped()) {
    const step = nextStep(run, world.now())
    if (step.kind === 'end') return run
    if (step.kind === 'wait') {
      await world.wait(step.until)
      continue
    }
    try {
      settle(await takeStep(run, step, world))
    } catch (error) {
      const seconds = retryDelay(error)
      if (seconds !== undefined) settle(afterBusy(run, seconds, world.now()))
      else if (isFinal(error)) settle(afterRejection(run, step.places, error.message))
      else throw error
    }
  }
  return run
}

async function takeStep(
  run: Run,
  step: Extract<RunStep, { kind: 'add' | 'invite' }>,
  world: RunEffects,
): Promise<Run> {
  const people = step.places.flatMap((place) => run.people[place] ?? [])
  if (step.kind === 'add') return afterAdding(run, step.places, await world.add(people, run, step.key))
  const profileIds = [...new Set(people.flatMap(({ profileId }) => profileId ?? []))]
  return afterInviting(run, step.places, await world.invite(profileIds, step), world.now())
}

/** The installation cannot send this way at all; whoever has another address still gets their link. */
function isFinal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'sms_not_configured'
}

function retryDelay(error: unknown): number | undefined {
  if (!(error instanceof ApiError)) return undefined
  const isBusy = error.status === 429 || error.code === 'idempotency_key_in_flight'
  return isBusy ? (error.retryAfterSeconds ?? 5) : undefined
}
