/**
 * What went wrong, independent of transport: HTTP statuses, OAuth errors and pages are chosen by kind
 * (src/http/status.ts has the statuses).
 */
export type FailureKind =
  | 'invalid' // the input is malformed or a precondition is unmet
  | 'unauthenticated'
  | 'wrongRegion' // the account is in another region
  | 'scopeMissing'
  | 'paused'
  | 'forbidden'
  | 'billing'
  | 'missing'
  | 'wrongMethod'
  | 'conflict'
  | 'tooLarge'
  | 'unsupported'
  | 'unacceptable' // no media type that the caller accepts is available
  | 'limited'
  | 'unavailable'
  | 'unexpected'

export type ErrorDefinition = { kind: FailureKind } & (
  | {
      /** The default message, unless the failure has its own. */
      message: string
      docs?: ErrorDocs
    }
  | {
      /** Without a default message, every failure needs its own; the reference shows an example. */
      message?: never
      docs?: ErrorDocs & { message: string }
    }
)

/** The entry in the API reference. Codes that the REST API never returns have none. */
type ErrorDocs = {
  when: string
  /** The example's message, if it differs from the default. */
  message?: string
  param?: string
  details?: unknown
}
