import { inPageLanguage } from '../language/area-words.ts'
import { fill } from '../language/fill.ts'
import { words } from './words.ts'

/** A failed request: no answer, or an answer other than 2xx. */
export class ApiError extends Error {
  /** The HTTP status; 0 if the service could not be reached. */
  readonly status: number
  /** Stable, in snake_case: `profile_limit_reached`. */
  readonly code: string
  /** The field at fault, if there is one. */
  readonly param: string | undefined
  /** For support: the request's id in the log. */
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined
  /** Their shape depends on the code. */
  readonly details: unknown
  /** With 421: the account's own region. */
  readonly home: { readonly zone: string; readonly apiUrl: string } | undefined

  constructor(message: string, facts: Partial<Omit<ApiError, keyof Error>> & { status: number }) {
    super(message)
    this.name = 'ApiError'
    this.status = facts.status
    this.code = facts.code ?? ''
    this.param = facts.param
    this.requestId = facts.requestId
    this.retryAfterSeconds = facts.retryAfterSeconds
    this.details = facts.details
    this.home = facts.home
  }
}

export const unreachableError = () => new ApiError(words.unreachable, { status: 0 })

/** Reads an answer other than 2xx. Proxies answer without our error envelope. */
export async function readApiError(response: Response): Promise<ApiError> {
  const refusal = await read(response)
  for (const listener of listeners) listener(refusal)
  return refusal
}

const listeners = new Set<(refusal: ApiError) => void>()

/**
 * Calls the listener for every error of any request, because some concern the whole account. Returns a function to
 * unsubscribe.
 */
export function onApiError(listener: (refusal: ApiError) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

async function read(response: Response): Promise<ApiError> {
  const body = await response.json().catch(() => undefined)
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  const { status } = response
  const { message, code, param, details, requestId } = body?.error ?? {}
  const text = message ? inPageLanguage(message) : fill(words.answered, { status: String(status) })
  return new ApiError(text, {
    status,
    code,
    param,
    details,
    requestId: requestId ?? response.headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
    home: body?.region,
  })
}

/** Whether the same request may succeed a moment later. */
export function isRetryable(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)
}

/** A sentence for the user: the service's message, or the caller's fallback. */
export function errorMessage(error: unknown, otherwise = words.tryAgain): string {
  return error instanceof ApiError ? error.message : otherwise
}
