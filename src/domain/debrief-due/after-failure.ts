import { Failure } from '../../contract/failure.ts'

/**
 * What follows after a debrief was not written. `drop`: it shall not be, because the account's billing stops new work, or
 * the person is gone or has something to complete again, and will be queued then.
 */
export type FailureStep =
  | { kind: 'drop' }
  | { kind: 'giveUp' }
  /** `isCounted`: the attempt is one of those that are bounded. */
  | { kind: 'postpone'; seconds: number; isCounted: boolean }

/** A failure of the model is none here: the rules write then. */
export function stepAfterFailure(error: unknown, attempts: number, isStopping: boolean): FailureStep {
  if (isStopping) return { kind: 'postpone', seconds: 0, isCounted: false }
  if (error instanceof Failure && dropped.has(error.kind)) return { kind: 'drop' }
  if (error instanceof Failure && error.kind === 'limited')
    return { kind: 'postpone', seconds: error.retryAfterSeconds ?? 60, isCounted: false }
  const seconds = retrySeconds[attempts - 1]
  return seconds === undefined ? { kind: 'giveUp' } : { kind: 'postpone', seconds, isCounted: true }
}

const dropped: ReadonlySet<Failure['kind']> = new Set(['billing', 'missing', 'invalid'])

/** Eight attempts within three hours. */
const retrySeconds: readonly number[] = [15, 60, 240, 900, 2_400, 3_600, 3_600]
