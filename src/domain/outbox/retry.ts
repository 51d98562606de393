/** Seconds to wait after the first, second, … failed attempt; then hourly for a day. */
const firstWaits = [1, 5, 30, 120, 600]
const hourlyTries = 24
const hour = 3600

/** Seconds until the next attempt after `attempts` failed ones; undefined to give up. */
export function secondsUntilRetry(attempts: number): number | undefined {
  const wait = firstWaits[attempts - 1]
  if (wait !== undefined) return wait
  return attempts < firstWaits.length + hourlyTries + 1 ? hour : undefined
}
