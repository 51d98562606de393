import { setTimeout } from 'node:timers/promises'
import { type Reader, signedIn } from './answers.ts'
import { awakeTimeout } from './awake-timeout.ts'
import { Failure } from './failure.ts'
import { printable } from './printable.ts'
import type { Settings } from './settings.ts'

export type Service = {
  /**
   * What `read` finds in the body of a successful response. Fails as `Refused` if the service refuses the request for
   * good or answers something else, and as `Outage` if another try may succeed.
   */
  request: <T>(method: 'GET' | 'POST', path: string, read: Reader<T>, options?: RequestOptions) => Promise<T>
}

type RequestOptions = { body?: unknown; seconds?: number; signal?: AbortSignal | undefined }

/** The service refuses, and would refuse again. `code` is `error.code` of the API. */
export class Refused extends Failure {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** The service can't be reached, restarts, or asks to wait this many seconds. */
class Outage extends Failure {
  readonly waitSeconds: number
  constructor(message: string, waitSeconds = 0) {
    super(message)
    this.waitSeconds = waitSeconds
  }
}

type Answer = { status: number; headers: Headers; text: string }
type ErrorBody = { error?: { code?: string; message?: string }; region?: { apiUrl?: string } }

/**
 * A client of the REST API with client credentials, or with a token that was given. A token of its own is renewed a
 * minute before its end, and after a 401.
 */
export function createService(settings: Settings): Service {
  const api = `${settings.url}/api/v4`
  let token: { value: string; until: number } | undefined

  async function send(url: string, init: RequestInit, options: RequestOptions): Promise<Answer> {
    const { seconds = 15, signal } = options
    const timeout = awakeTimeout(seconds, signal ? [signal] : [])
    try {
      const response = await fetch(url, { ...init, signal: timeout.signal, redirect: 'manual' })
      return { status: response.status, headers: response.headers, text: await textOf(response, settings) }
    } catch (error) {
      signal?.throwIfAborted()
      if (error instanceof Failure) throw error
      throw new Outage(`${settings.url} can't be reached (${reasonOf(error)}).`)
    } finally {
      timeout.end()
    }
  }

  async function signIn(signal: AbortSignal | undefined): Promise<string> {
    if (settings.token !== undefined) return settings.token
    if (token && token.until > Date.now()) return token.value
    const { clientId, clientSecret } = settings
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    })
    const answer = await send(`${api}/auth`, { method: 'POST', body }, { signal })
    if (answer.status === 400 || answer.status === 401) {
      throw new Refused('token_invalid', 'The service refuses TIMBRE_CLIENT_ID and TIMBRE_CLIENT_SECRET.')
    }
    const { value, seconds } = bodyOf(answer, signedIn, settings)
    token = { value, until: Date.now() + Math.max(seconds - 60, seconds / 2) * 1_000 }
    return value
  }

  async function request<T>(
    method: 'GET' | 'POST',
    path: string,
    read: Reader<T>,
    options: RequestOptions = {},
    isSecondTry = false,
  ): Promise<T> {
    const headers = {
      authorization: `Bearer ${await signIn(options.signal)}`,
      ...(options.body !== undefined && { 'content-type': 'application/json' }),
    }
    const body = options.body === undefined ? {} : { body: JSON.stringify(options.body) }
    const answer = await send(api + path, { method, headers, ...body }, options)
    if (answer.status === 401 && !isSecondTry && settings.token === undefined) {
      token = undefined
      return request(method, path, read, options, true)
    }
    return bodyOf(answer, read, settings)
  }
  return { request }
}

/** Repeats a request until the service answers. `say` is told of each outage once, and of its end. */
export async function withPatience<T>(
  work: () => Promise<T>,
  { signal, say }: { signal?: AbortSignal | undefined; say: (line: string) => void },
): Promise<T> {
  for (let outages = 0; ; outages += 1) {
    try {
      const result = await work()
      if (outages > 0) say('The service answers again.')
      return result
    } catch (error) {
      if (!(error instanceof Outage)) throw error
      if (outages === 0) say(`${error.message} Trying until it answers.`)
      const seconds = Math.max(error.waitSeconds, Math.min(0.5 * 2 ** outages, 15))
      await setTimeout(seconds * 1_000, undefined, signal ? { signal } : {})
    }
  }
}

function bodyOf<T>({ status, headers, text }: Answer, read: Reader<T>, { url, token }: Settings): T {
  const body = parsed(text)
  const isSuccess = status >= 200 && status < 300
  const found = isSuccess ? read(body) : undefined
  if (found !== undefined) return found
  const { error, region } = (isSuccess ? {} : (body ?? {})) as ErrorBody
  const code = typeof error?.code === 'string' ? error.code : ''
  if (status === 429 || status >= 500) {
    const seconds = Number(headers.get('retry-after') ?? 0)
    throw new Outage(`${url} answers ${status}.`, Number.isFinite(seconds) ? Math.min(seconds, 300) : 0)
  }
  if (status === 421) {
    const there = printable(String(region?.apiUrl ?? '')).replace(/\/api(\/v4)?\/?$/, '')
    throw new Refused(code, `The account is in another region: set TIMBRE_URL to ${there || 'its address'}.`)
  }
  if (status === 401)
    throw new Refused(
      code,
      token === undefined
        ? 'The service refuses the token that it issued. Check the client.'
        : 'The service refuses TIMBRE_TOKEN. It may have ended.',
    )
  if (code === '') throw new Refused(code, `${url} answers ${status}, but not like Timbre. Check TIMBRE_URL.`)
  throw new Refused(code, printable(String(error?.message ?? `${status} ${code}`)))
}

/** A page of the feed has a hundred events of some kilobytes. */
const mostBytes = 32 * 1024 * 1024

async function textOf(response: Response, { url }: Settings): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    // Leaving the loop closes the connection.
    if (bytes > mostBytes) throw new Failure(`${url} answers with more than 32 MB. Check TIMBRE_URL.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function reasonOf(error: unknown): string {
  const { cause, message } = error as Error
  const code = (cause as { code?: string } | undefined)?.code
  return printable(code ?? message)
}
