import type { Allowance } from '../contract/request.ts'

export type RateLimiterSettings = {
  /** Its name in the table of limits. */
  name: string
  /** Requests that may come at once. */
  burst: number
  /** Requests that may come in a second for as long as one likes. */
  perSecond: number
  now: () => number
}

/**
 * Keys that are remembered at most; those that have not asked for longest are forgotten, and start full again. One
 * network cannot make so many: what it names is counted behind a limit of its own.
 */
const maxKeys = 50_000

type RateLimiter = (key: string, requests?: 1 | -1) => Allowance

/**
 * A token bucket for each key, held in this process. Takes one request out of it, if there is one; -1 gives it back.
 * For `platform/limits` alone, where every limit is declared with who pays.
 */
export function createRateLimiter({ name, burst, perSecond, now }: RateLimiterSettings): RateLimiter {
  const buckets = new Map<string, { level: number; at: number }>()
  return (key, requests = 1) => {
    const at = now()
    const bucket = buckets.get(key)
    const before = bucket ? Math.min(burst, bucket.level + ((at - bucket.at) / 1000) * perSecond) : burst
    const isWithin = before >= requests
    const level = isWithin ? Math.min(burst, before - requests) : before
    buckets.delete(key)
    if (buckets.size >= maxKeys) buckets.delete(buckets.keys().next().value as string)
    buckets.set(key, { level, at })
    return {
      limit: name,
      isWithin,
      burst,
      windowSeconds: Math.ceil(burst / perSecond),
      remaining: Math.floor(level),
      nextInSeconds: level >= 1 ? 0 : Math.max(1, Math.ceil((1 - level) / perSecond)),
    }
  }
}
