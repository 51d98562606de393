import type { ErrorCode } from './made/types.ts'

/** Everything that this package throws, except for the reason of a signal that the caller aborted. */
export class TimbreError extends Error {
  override name = 'TimbreError'
}

/** The service couldn't be reached, or the answer was lost on its way. */
export class Unreachable extends TimbreError {
  override name = 'Unreachable'
}

/** There was no answer in time. */
export class TimedOut extends TimbreError {
  override name = 'TimedOut'
}

/** What an answer says about a failure: the API's `error`, or the fields of RFC 6749 section 5.2 from `POST /auth`. */
export type Failed = {
  status: number
  body: unknown
  requestId: string | undefined
  retryAfterSeconds: number | undefined
  /** The scopes of the token that was used. */
  scopes: readonly string[]
}

/** The service answered, and refused. `code` is stable and one of the API's; later versions may add more. */
export class ApiError extends TimbreError {
  override name = 'ApiError'
  readonly status: number
  readonly code: ErrorCode | (string & {})
  /** The field or header that is wrong, if there is one. */
  readonly param: string | undefined
  readonly details: unknown
  /** Include it when you contact support. */
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor({ status, body, requestId, retryAfterSeconds }: Failed) {
    const { error, error_description } = (body ?? {}) as { error?: unknown; error_description?: string }
    const { message, code, param, details } = (typeof error === 'object' ? (error ?? {}) : {}) as {
      [name in 'message' | 'code' | 'param']?: string
    } & { details?: unknown }
    super(
      message ?? error_description ?? `The service answered ${status}, but not like Timbre. Check baseUrl.`,
    )
    this.status = status
    this.code = code ?? (typeof error === 'string' ? error : '')
    this.param = param
    this.details = details
    this.requestId = requestId
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** 400: a field is missing, malformed or unknown. `param` names it. */
export class InvalidRequest extends ApiError {
  override name = 'InvalidRequest'
}

/** 401: the token or the client's secret doesn't work. */
export class Unauthorized extends ApiError {
  override name = 'Unauthorized'
}

/** 402: the account's plan or trial doesn't allow it. */
export class BillingRefused extends ApiError {
  override name = 'BillingRefused'
}

/** 403: the token lacks a scope, or the account doesn't allow it. */
export class Forbidden extends ApiError {
  override name = 'Forbidden'
  /** What the operation needs and the token doesn't have. Empty if the reason is another one. */
  readonly missingScopes: readonly string[]

  constructor(failed: Failed) {
    super(failed)
    const { scopes: needed } = (this.details ?? {}) as { scopes?: unknown }
    this.missingScopes = Array.isArray(needed) ? needed.filter((one) => !failed.scopes.includes(one)) : []
  }
}

/** 404. */
export class NotFound extends ApiError {
  override name = 'NotFound'
}

/** 409: it contradicts what is there. */
export class Conflict extends ApiError {
  override name = 'Conflict'
}

/** 421: the account is in another region, at an address that this client doesn't follow. */
export class WrongRegion extends ApiError {
  override name = 'WrongRegion'
  readonly region: { zone: string; apiUrl: string } | undefined

  constructor(failed: Failed) {
    super(failed)
    this.region = (failed.body as { region?: { zone: string; apiUrl: string } } | undefined)?.region
  }
}

/** 429: too many requests, and another try would wait too long. */
export class RateLimited extends ApiError {
  override name = 'RateLimited'
}

/** 5xx. */
export class ServerError extends ApiError {
  override name = 'ServerError'
}

const classes: Readonly<Record<number, typeof ApiError>> = {
  400: InvalidRequest,
  401: Unauthorized,
  402: BillingRefused,
  403: Forbidden,
  404: NotFound,
  409: Conflict,
  421: WrongRegion,
  429: RateLimited,
}

export function apiError(failed: Failed): ApiError {
  const Kind = failed.status >= 500 ? ServerError : (classes[failed.status] ?? ApiError)
  return new Kind(failed)
}

/** Whether this is the API's refusal with this code. */
export function isCode<Code extends ErrorCode>(
  error: unknown,
  code: Code,
): error is ApiError & { readonly code: Code } {
  return error instanceof ApiError && error.code === code
}
