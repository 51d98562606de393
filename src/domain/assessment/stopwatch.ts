/** Seconds of one browser session, each wall second in exactly one bucket. */
export type Seconds = { active: number; idle: number; inactive: number }

/**
 * A session's cumulative seconds as they may stand: never less than what was reported before, and together
 * never more than the wall clock allows, because a browser's claim is not to be trusted. What is too much
 * is taken from the inactive seconds first, then from the idle ones.
 */
export function boundedSeconds(reported: Seconds, before: Seconds | undefined, wallSeconds: number): Seconds {
  const grown: Seconds = {
    active: Math.max(reported.active, before?.active ?? 0),
    idle: Math.max(reported.idle, before?.idle ?? 0),
    inactive: Math.max(reported.inactive, before?.inactive ?? 0),
  }
  const room = Math.max(0, Math.ceil(wallSeconds))
  const active = Math.min(grown.active, room)
  const idle = Math.min(grown.idle, room - active)
  const inactive = Math.min(grown.inactive, room - active - idle)
  return { active, idle, inactive }
}
