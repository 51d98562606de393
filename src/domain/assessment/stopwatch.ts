/** Seconds of one browser session, each wall second in exactly one bucket. */
export type Seconds = { active: number; idle: number; inactive: number }

/**
 * A session's cumulative seconds as they may stand: never less than what stood before, and together never
 * more than the wall clock allows, because a browser's claim is not to be trusted. Of what is too much, the
 * inactive seconds are left out first, then the idle ones.
 */
export function boundedSeconds(reported: Seconds, before: Seconds | undefined, wallSeconds: number): Seconds {
  const stood = before ?? { active: 0, idle: 0, inactive: 0 }
  let room = Math.max(0, Math.ceil(wallSeconds) - stood.active - stood.idle - stood.inactive)
  const grown = (bucket: keyof Seconds) => {
    const more = Math.min(Math.max(0, reported[bucket] - stood[bucket]), room)
    room -= more
    return stood[bucket] + more
  }
  return { active: grown('active'), idle: grown('idle'), inactive: grown('inactive') }
}
