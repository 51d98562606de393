/** Seconds of one browser session. Each wall second is in exactly one bucket. */
export type Seconds = { active: number; idle: number; inactive: number }

/**
 * All browser sessions of one sitting: the seconds of the other sessions, and the wall seconds since the earliest
 * began.
 */
export type SittingTime = { others: Seconds; wallSeconds: number }

/**
 * Bounds the cumulative seconds that a browser session reports, because a browser's claim can't be trusted: never
 * less than stored before, and never more in total than the wall clock allows. Excess is dropped from the inactive
 * seconds first, then from the idle ones.
 *
 * No bucket of all sessions together can exceed the time since the earliest session, so inventing sessions gains
 * nothing. Each bucket is bounded separately, so inactive seconds of an unused device don't reduce the active seconds
 * of another one.
 */
export function boundedSeconds(
  reported: Seconds,
  before: Seconds | undefined,
  wallSeconds: number,
  sittingTime: SittingTime = { others: nothing, wallSeconds },
): Seconds {
  const previous = before ?? nothing
  let remaining = Math.max(0, Math.ceil(wallSeconds) - previous.active - previous.idle - previous.inactive)
  const boundedBucket = (bucket: keyof Seconds) => {
    const shared = Math.ceil(sittingTime.wallSeconds) - sittingTime.others[bucket] - previous[bucket]
    const increase = Math.max(0, Math.min(reported[bucket] - previous[bucket], remaining, shared))
    remaining -= increase
    return previous[bucket] + increase
  }
  return { active: boundedBucket('active'), idle: boundedBucket('idle'), inactive: boundedBucket('inactive') }
}

const nothing: Seconds = { active: 0, idle: 0, inactive: 0 }

/** Maximum number of browser sessions per assessment; the form without JavaScript creates one per answer. */
export const maxStopwatches = 500
