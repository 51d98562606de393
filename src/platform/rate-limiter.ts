import type { Allowance } from '../contract/request.ts'

export type RateLimiterSettings = {
  /** Its name in the table of limits. */
  name: string
  /** Number of requests that may come together. */
  burst: number
  /** Sustained number of requests per second. */
  perSecond: number
  now: () => number
}

/**
 * Maximum number of tracked keys. The least recently used ones are dropped and start full again. A single network can't
 * create that many, because names that it makes up are counted behind a limit of its own.
 */
const maxKeys = 50_000

type RateLimiter = (key: string, requests?: 1 | -1) => Allowance

/**
 * A token bucket per key, in the memory of this process. Takes one request out of the bucket if possible; -1 gives it
 * back. Only for `platform/limits`, where every limit is declared with its payer.
 */
export function createRateLimiter({ name, burst, perSecond, now }: RateLimiterSettings): RateLimiter {
  const buckets = new Map<string, { level: number; at: number }>()
  return (key, requests = 1) => {
    const at = now()
    const bucket = buckets.get(key)
    const available = bucket ? Math.min(burst, bucket.level + ((at - bucket.at) / 1000) * perSecond) : burst
    const isWithin = available >= requests
    const level = isWithin ? Math.min(burst, available - requests) : available
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
