/** Seconds until what is counted by day starts again, at midnight UTC. */
export function secondsUntilTomorrow(now: Date): number {
  const day = 24 * 3600 * 1000
  return Math.ceil((day - (now.getTime() % day)) / 1000)
}
