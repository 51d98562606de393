/** Seconds of one browser session, each wall second in exactly one bucket. */
export type Seconds = { active: number; idle: number; inactive: number }

/** The browser sessions of one taking together: what the others have filled, and the wall seconds since the earliest. */
export type SittingTime = { others: Seconds; wallSeconds: number }

/**
 * A session's cumulative seconds as they may stand: never less than what stood before, and together never
 * more than the wall clock allows, because a browser's claim is not to be trusted. Of what is too much, the
 * inactive seconds are left out first, then the idle ones.
 *
 * Nor does any bucket of all sessions together outgrow the time since the earliest, so that nothing is gained
 * by inventing sessions. Each bucket is looked at alone: a device that lies about and counts inactive seconds
 * takes no room from the active ones of another.
 */
export function boundedSeconds(
  reported: Seconds,
  before: Seconds | undefined,
  wallSeconds: number,
  taking: SittingTime = { others: nothing, wallSeconds },
): Seconds {
  const previous = before ?? nothing
  let remaining = Math.max(0, Math.ceil(wallSeconds) - previous.active - previous.idle - previous.inactive)
  const grown = (bucket: keyof Seconds) => {
    const shared = Math.ceil(taking.wallSeconds) - taking.others[bucket] - previous[bucket]
    const more = Math.max(0, Math.min(reported[bucket] - previous[bucket], remaining, shared))
    remaining -= more
    return previous[bucket] + more
  }
  return { active: grown('active'), idle: grown('idle'), inactive: grown('inactive') }
}

const nothing: Seconds = { active: 0, idle: 0, inactive: 0 }
