import { Failure } from './failure.ts'

/** What the gate is told of a request besides its caller and its input. */
export type RequestMetadata = {
  /** The request id that the answer carries; the audit names it. */
  id: string
  /** The `Idempotency-Key` header as it came. */
  idempotencyKey?: string | undefined
  /** Told of the caller's allowance once it is known, whatever comes of the request. */
  onRateLimit?: (allowance: Allowance) => void
  /** Told what is being done, in two or three words, by work that takes long; never before the caller is let in. */
  onProgress?: (step: string) => void
}

/** Refuses a request that goes beyond its caller's allowance. */
export function rateLimited({ nextInSeconds, limit }: Allowance): Failure {
  const wait = `${nextInSeconds} ${nextInSeconds === 1 ? 'second' : 'seconds'}`
  return new Failure('rate_limited', {
    message: `Too many requests. Try again in ${wait}.`,
    retryAfterSeconds: nextInSeconds,
    limit,
  })
}

/** Where a caller stands with its rate limit. */
export type Allowance = {
  /** Its name in the table of limits. */
  limit: string
  isWithin: boolean
  /** Requests that may come at once. */
  burst: number
  /** Seconds in which a used-up allowance is whole again. */
  windowSeconds: number
  /** Requests left at this moment. */
  remaining: number
  /** Seconds until one more request may come. */
  nextInSeconds: number
}
