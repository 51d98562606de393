import { Failure } from '../contract/failure.ts'

export type LimiterSettings = {
  /** Requests that may come at once. */
  burst: number
  /** Requests that may come in a second for as long as one likes. */
  perSecond: number
  now: () => number
}

/** Keys that are remembered at most; those that have not asked for longest are forgotten, and start full again. */
const rememberedKeys = 50_000

/**
 * A token bucket for each key, held in this process. Taking from an empty bucket throws a `limited` failure
 * that says in how many seconds the next request may come.
 */
export function createLimiter({ burst, perSecond, now }: LimiterSettings): (key: string) => void {
  const buckets = new Map<string, { level: number; at: number }>()
  return (key) => {
    const at = now()
    const bucket = buckets.get(key)
    const level = bucket ? Math.min(burst, bucket.level + ((at - bucket.at) / 1000) * perSecond) : burst
    buckets.delete(key)
    if (buckets.size >= rememberedKeys) buckets.delete(buckets.keys().next().value as string)
    buckets.set(key, { level: level < 1 ? level : level - 1, at })
    if (level >= 1) return
    const seconds = Math.max(1, Math.ceil((1 - level) / perSecond))
    throw new Failure('limited', `Too many requests. Try again in ${seconds} seconds.`, {
      retryAfterSeconds: seconds,
    })
  }
}
