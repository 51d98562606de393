import type { Allowance } from '../contract/request.ts'

export type Rate = {
  /** Its name in the table of limits. */
  limit: string
  /** Number of requests that may come together. */
  burst: number
  /** Sustained number of requests per second. */
  perSecond: number
}

export type RateLimiterSettings = Rate & {
  now: () => number
  /** How many instances share the limit; each allows an equal part of it. Default: this one alone. */
  instances?: (() => number) | undefined
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
export function createRateLimiter({ now, instances = () => 1, ...whole }: RateLimiterSettings): RateLimiter {
  const buckets = new Map<string, { level: number; at: number }>()
  return (key, requests = 1) => {
    const at = now()
    const rate = shareOf(whole, instances())
    const { burst, perSecond } = rate
    const bucket = buckets.get(key)
    const available = bucket ? Math.min(burst, bucket.level + ((at - bucket.at) / 1000) * perSecond) : burst
    const isWithin = available >= requests
    const level = isWithin ? Math.min(burst, available - requests) : available
    buckets.delete(key)
    if (buckets.size >= maxKeys) buckets.delete(buckets.keys().next().value as string)
    buckets.set(key, { level, at })
    return allowanceOf(rate, level, isWithin)
  }
}

/** A bucket of less than one request would allow none, ever. */
function shareOf({ limit, burst, perSecond }: Rate, instances: number): Rate {
  return { limit, burst: Math.max(1, burst / instances), perSecond: perSecond / instances }
}

/** What is left with this level of the bucket, in requests. */
export function allowanceOf({ limit, burst, perSecond }: Rate, level: number, isWithin: boolean): Allowance {
  return {
    limit,
    isWithin,
    burst: Math.floor(burst),
    windowSeconds: Math.ceil(burst / perSecond),
    remaining: Math.floor(level),
    nextInSeconds: level >= 1 ? 0 : Math.max(1, Math.ceil((1 - level) / perSecond)),
  }
}
