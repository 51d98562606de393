import { Failure } from './failure.ts'

/** What the gate knows about a request in addition to its caller and input. */
export type RequestMetadata = {
  /** The request id of the response, also used in the audit log. */
  id: string
  /** The `Idempotency-Key` header as received. */
  idempotencyKey?: string | undefined
  /** Called with the caller's rate limit status once it is known, even if the request fails later. */
  onRateLimit?: (allowance: Allowance) => void
  /** Called by slow work with the current step, in two or three words; never before authorization. */
  onProgress?: (step: string) => void
}

/** Refuses a request beyond its caller's rate limit. */
export function rateLimited({ nextInSeconds, limit }: Allowance): Failure {
  const wait = `${nextInSeconds} ${nextInSeconds === 1 ? 'second' : 'seconds'}`
  return new Failure('rate_limited', {
    message: `Too many requests. Try again in ${wait}.`,
    retryAfterSeconds: nextInSeconds,
    limit,
  })
}

/** What is left of a caller's rate limit. */
export type Allowance = {
  /** Its name in the table of limits. */
  limit: string
  isWithin: boolean
  /** The burst, in requests. */
  burst: number
  /** Seconds until a used-up limit is fully replenished. */
  windowSeconds: number
  /** Requests left now. */
  remaining: number
  /** Seconds until one more request is allowed. */
  nextInSeconds: number
}
