/**
 * Every refusal has a kind and a public message that says what to do. The cause stays private: it is
 * logged, never answered. Doors turn kinds into status numbers; nothing else knows a number.
 */
export type FailureKind =
  | 'invalid' // the input is malformed or a precondition is unmet
  | 'unauthenticated'
  | 'elsewhere' // the account lives in another region
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

export type FailureOptions = {
  /** Stable snake_case word for programs. */
  code?: string
  /** The input field at fault. */
  param?: string
  details?: unknown
  retryAfterSeconds?: number
  /** Which limit of the table refused the request; for the security log, never in an answer. */
  limit?: string
  cause?: unknown
}

export class Failure extends Error {
  readonly kind: FailureKind
  readonly code: string
  readonly param: string | undefined
  readonly details: unknown
  readonly retryAfterSeconds: number | undefined
  readonly limit: string | undefined

  constructor(kind: FailureKind, message: string, options: FailureOptions = {}) {
    super(message, { cause: options.cause })
    this.name = 'Failure'
    this.kind = kind
    this.code = options.code ?? defaultCodes[kind]
    this.param = options.param
    this.details = options.details
    this.retryAfterSeconds = options.retryAfterSeconds
    this.limit = options.limit
  }
}

const defaultCodes: Record<FailureKind, string> = {
  invalid: 'invalid_input',
  unauthenticated: 'unauthenticated',
  elsewhere: 'other_region',
  scopeMissing: 'insufficient_scope',
  paused: 'account_paused',
  forbidden: 'forbidden',
  billing: 'billing_refused',
  missing: 'not_found',
  wrongMethod: 'method_not_allowed',
  conflict: 'conflict',
  tooLarge: 'too_large',
  unsupported: 'unsupported_media_type',
  unacceptable: 'not_acceptable',
  limited: 'rate_limited',
  unavailable: 'unavailable',
  unexpected: 'unexpected',
}

export function invalid(message: string, options?: FailureOptions): Failure {
  return new Failure('invalid', message, options)
}

export function notFound(message: string, options?: FailureOptions): Failure {
  return new Failure('missing', message, options)
}

export function forbidden(message: string, options?: FailureOptions): Failure {
  return new Failure('forbidden', message, options)
}

export function conflict(message: string, options?: FailureOptions): Failure {
  return new Failure('conflict', message, options)
}

/** For a caller whose account lives in another zone; doors say how that one is reached. */
export function wrongRegion(region: string): Failure {
  return new Failure('elsewhere', 'The account lives in another region. Send the request to that region.', {
    details: { region },
  })
}
