import type { FailureKind } from './error-definition.ts'
import { type ErrorCode, errorDefinition, type SelfExplanatoryCode } from './errors.ts'

export type FailureOptions = {
  /** A public message that says what to do, instead of the default one of the code. */
  message?: string
  /** The invalid input field. */
  param?: string
  details?: unknown
  retryAfterSeconds?: number | undefined
  /** The name of the limit in the table of limits, for the security log; never part of a response. */
  limit?: string
  /** For the log; never part of a response. */
  cause?: unknown
}

/** An error for the caller. The registry assigns a kind to its code, and transports map the kind to a status. */
export class Failure extends Error {
  readonly kind: FailureKind
  readonly code: ErrorCode
  readonly param: string | undefined
  readonly details: unknown
  readonly retryAfterSeconds: number | undefined
  readonly limit: string | undefined

  constructor(code: SelfExplanatoryCode, options?: FailureOptions)
  constructor(code: ErrorCode, options: FailureOptions & { message: string })
  constructor(code: ErrorCode, options: FailureOptions = {}) {
    const { kind, message } = errorDefinition(code)
    super(options.message ?? message, { cause: options.cause })
    this.name = 'Failure'
    this.kind = kind
    this.code = code
    this.param = options.param
    this.details = options.details
    this.retryAfterSeconds = options.retryAfterSeconds
    this.limit = options.limit
  }
}

type OptionsBesideMessage = Omit<FailureOptions, 'message'>

/** `invalid_input`, for input that no other code describes. */
export function invalid(message: string, options?: OptionsBesideMessage): Failure {
  return new Failure('invalid_input', { ...options, message })
}

export function notFound(message: string, options?: OptionsBesideMessage): Failure {
  return new Failure('not_found', { ...options, message })
}

export function forbidden(message: string, options?: OptionsBesideMessage): Failure {
  return new Failure('forbidden', { ...options, message })
}

export function conflict(message: string, options?: OptionsBesideMessage): Failure {
  return new Failure('conflict', { ...options, message })
}

/** For a caller whose account is in another region; each transport says how to reach it. */
export function wrongRegion(region: string): Failure {
  return new Failure('other_region', { details: { region } })
}
