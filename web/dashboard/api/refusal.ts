/** Why an answer did not come, or what the service answered instead. */
export class Refusal extends Error {
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

  constructor(message: string, facts: Partial<Omit<Refusal, keyof Error>> & { status: number }) {
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

export const unreachable = () =>
  new Refusal('The service cannot be reached. Look at the connection, then try again.', { status: 0 })

/** Reads an answer that is not a success; an answer of something in between has no envelope. */
export async function refusalOf(response: Response): Promise<Refusal> {
  const refusal = await read(response)
  for (const hear of hearers) hear(refusal)
  return refusal
}

const hearers = new Set<(refusal: Refusal) => void>()

/** Tells of every refusal, whoever asked: some say something of the whole account. Returns how to stop hearing. */
export function onRefused(hear: (refusal: Refusal) => void): () => void {
  hearers.add(hear)
  return () => hearers.delete(hear)
}

async function read(response: Response): Promise<Refusal> {
  const body = await response.json().catch(() => undefined)
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new Refusal(body?.error?.message ?? `The service answered ${response.status}.`, {
    status: response.status,
    code: body?.error?.code,
    param: body?.error?.param,
    requestId: body?.error?.requestId ?? response.headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
    home: body?.region,
  })
}

/** Whether the same question may get an answer a moment later. */
export function mayPass(error: unknown): boolean {
  return error instanceof Refusal && (error.status === 0 || error.status === 429 || error.status >= 500)
}

/** Why something did not work, as a sentence for people: the service's own, or what the caller would have said. */
export function reasonOf(error: unknown, otherwise = 'Try again.'): string {
  return error instanceof Refusal ? error.message : otherwise
}
