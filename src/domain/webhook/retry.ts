/** Seconds before each attempt. After the last one a delivery is given up: it can be seen, and sent again. */
const waits = [
  0,
  5,
  5 * 60,
  30 * 60,
  2 * 3_600,
  5 * 3_600,
  10 * 3_600,
  14 * 3_600,
  20 * 3_600,
  24 * 3_600,
] as const

/**
 * Seconds until the next attempt; undefined after the last one. A random part keeps what failed together from being
 * tried together; `random` is from 0 to 1. A receiver may ask for a longer wait, up to a day.
 */
export function secondsUntilAttempt(
  attemptsSoFar: number,
  { random, retryAfterSeconds = 0 }: { random: number; retryAfterSeconds?: number | undefined },
): number | undefined {
  const wait = waits[attemptsSoFar]
  if (wait === undefined) return undefined
  return Math.max(wait * (0.8 + 0.4 * random), Math.min(retryAfterSeconds, 86_400))
}
