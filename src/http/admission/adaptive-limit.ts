/**
 * How many requests may be in flight at once. It adapts to the time that they take: as long as that is near the
 * shortest time of their kind, the limit grows while it is used up; when they take much longer, they are in each
 * other's way, and it shrinks. (A gradient of latencies, as in TCP Vegas and in Netflix's concurrency-limits.)
 */
export type AdaptiveLimit = {
  current(): number
  /** Notes a request that was answered. `kind` must come from a small set. */
  note(kind: string, milliseconds: number): void
  /** Notes how many are in flight as one more starts. */
  noteInFlight(count: number): void
}

export type LimitBounds = { start: number; least: number; most: number }

/** Requests that take less are not in each other's way, whatever the shortest time was. */
const harmlessMilliseconds = 20
/** Beyond the shortest time by this factor, requests wait for each other. */
const tolerance = 2
const periodMilliseconds = 200
/** With fewer requests in a period, it says nothing. */
const fewest = 10
/**
 * What the shortest times grow by in a period: 12% in a minute. Otherwise a kind that has become slower for good would
 * keep the limit down for ever; if it grew faster, a long overload would raise the limit.
 */
const forgetting = 1.0004

/** `now` is a monotonic clock in ms. */
export function createAdaptiveLimit({ start, least, most }: LimitBounds, now: () => number): AdaptiveLimit {
  let limit = Math.min(most, Math.max(least, start))
  let periodStart = now()
  let count = 0
  let taken = 0
  let tolerated = 0
  let peak = 0
  const shortest = new Map<string, number>()

  function endPeriod(): void {
    if (count >= fewest) {
      const gradient = Math.min(1.25, Math.max(0.5, tolerated / taken))
      // One account alone can use 60% of it.
      const isUsedUp = peak >= limit / 2
      // Halfway, so that one slow period doesn't halve it.
      if (gradient < 1 || isUsedUp) limit += (limit * gradient - limit) / 2
      limit = Math.min(most, Math.max(least, limit))
    }
    for (const [kind, milliseconds] of shortest) shortest.set(kind, milliseconds * forgetting)
    count = 0
    taken = 0
    tolerated = 0
    peak = 0
    periodStart = now()
  }

  return {
    current: () => Math.floor(limit),
    note(kind, milliseconds) {
      const best = Math.min(shortest.get(kind) ?? milliseconds, milliseconds)
      shortest.set(kind, best)
      count += 1
      taken += milliseconds
      tolerated += Math.max(best * tolerance, harmlessMilliseconds)
      if (now() - periodStart >= periodMilliseconds) endPeriod()
    },
    noteInFlight(inFlight) {
      peak = Math.max(peak, inFlight)
    },
  }
}
