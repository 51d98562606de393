/** Why an answer did not come, or what the service answered instead. */
export class ApiError extends Error {
  /** The HTTP status; 0 where the service could not be reached. */
  readonly status: number
  /** Stable, in snake_case: `profile_limit_reached`. */
  readonly code: string
  /** The field that is meant, where there is one. */
  readonly param: string | undefined
  /** For those who look for it in the log. */
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined
  /** With 421: the account's own region. */
  readonly home: { readonly zone: string; readonly apiUrl: string } | undefined

  constructor(message: string, facts: Partial<Omit<ApiError, keyof Error>> & { status: number }) {
    super(message)
    this.name = 'Refusal'
    this.status = facts.status
    this.code = facts.code ?? ''
    this.param = facts.param
    this.requestId = facts.requestId
    this.retryAfterSeconds = facts.retryAfterSeconds
    this.home = facts.home
  }
}

export const unreachableError = () =>
  new ApiError('The service cannot be reached. Look at the connection, then try again.', { status: 0 })

/** Reads an answer that is not a success; an answer of something in between has no envelope. */
export async function readApiError(response: Response): Promise<ApiError> {
  const refusal = await read(response)
  for (const hear of listeners) hear(refusal)
  return refusal
}

const listeners = new Set<(refusal: ApiError) => void>()

/** Tells of every refusal, whoever asked: some say something of the whole account. Returns how to stop hearing. */
export function onApiError(hear: (refusal: ApiError) => void): () => void {
  listeners.add(hear)
  return () => listeners.delete(hear)
}

async function read(response: Response): Promise<ApiError> {
  const body = await response.json().catch(() => undefined)
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new ApiError(body?.error?.message ?? `The service answered ${response.status}.`, {
    status: response.status,
    code: body?.error?.code,
    param: body?.error?.param,
    requestId: body?.error?.requestId ?? response.headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
    home: body?.region,
  })
}

/** Whether the same question may get an answer a moment later. */
export function isRetryable(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)
}

/** Why something did not work, as a sentence for people: the service's own, or what the caller would have said. */
export function errorMessage(error: unknown, otherwise = 'Try again.'): string {
  return error instanceof ApiError ? error.message : otherwise
}
