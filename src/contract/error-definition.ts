/**
 * What went wrong, in the terms of every transport: HTTP statuses, OAuth errors and pages are chosen by kind
 * (src/http/status.ts has the statuses).
 */
export type FailureKind =
  | 'invalid' // the input is malformed or a precondition is unmet
  | 'unauthenticated'
  | 'wrongRegion' // the account lives in another region
  | 'scopeMissing'
  | 'paused'
  | 'forbidden'
  | 'billing'
  | 'missing'
  | 'wrongMethod'
  | 'conflict'
  | 'tooLarge'
  | 'unsupported'
  | 'unacceptable' // no media type that the caller accepts can be sent
  | 'limited'
  | 'unavailable'
  | 'unexpected'

export type ErrorDefinition = { kind: FailureKind } & (
  | {
      /** The sentence where the failure brings none of its own. */
      message: string
      docs?: ErrorDocs
    }
  | {
      /** Without a default sentence, every failure has to bring one; the reference shows an example. */
      message?: never
      docs?: ErrorDocs & { message: string }
    }
)

/** The entry of a code in the API reference. Codes that no request of the REST API can meet have none. */
type ErrorDocs = {
  when: string
  /** The example's sentence, where it differs from the default. */
  message?: string
  param?: string
  details?: unknown
}
