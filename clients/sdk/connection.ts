import { apiAddress, followed } from './address.ts'
import { apiError, NotFound, TimbreError, TimedOut, Unreachable, WrongRegion } from './errors.ts'
import { pause, unlessAborted } from './pause.ts'
import { isWorthRepeating, waitBefore } from './retry.ts'
import type { Answer, Rate } from './shapes/call.ts'
import type { CallOptions, TimbreOptions } from './shapes/options.ts'
import { scopesOf, tokenSource } from './token.ts'

/** A request below the API's address. */
export type ApiRequest = {
  method: string
  path: string
  query?: URLSearchParams | undefined
  /** Sent as JSON, a `Blob` and a form as they are. */
  body?: unknown
  /** Sent without a token. */
  isOpen?: boolean
  takesLong?: boolean
}

export type Connection = <T>(request: ApiRequest, options?: CallOptions) => Promise<Answer<T>>

type Attempt = { status: number; headers: Headers; body: unknown; isReadable: boolean }

/** Sends requests with a token, again where that may help, and to the region of the account. */
export function createConnection(options: TimbreOptions): Connection {
  const home = apiAddress(options.baseUrl)
  let address = home
  const tokens = tokenSource(options, {
    signIn: async (body) =>
      (await call({ method: 'POST', path: '/auth', body, isOpen: true }, {})).data as never,
    refresh: async (form) => {
      const url = await tokenEndpoint()
      // A second repetition would look like the use of a stolen token and end the session.
      return (await call({ method: 'POST', path: url, body: form, isOpen: true }, { maxTries: 2 }))
        .data as never
    },
  })

  /** RFC 9728, then RFC 8414. */
  async function tokenEndpoint(): Promise<string> {
    const known = `${home.slice(0, -'/api/v4'.length)}/.well-known/`
    const read = async (path: string) => (await call({ method: 'GET', path, isOpen: true }, {})).data
    const { authorization_servers: servers } = (await read(`${known}oauth-protected-resource`)) as {
      authorization_servers?: string[]
    }
    const server = servers?.[0]?.replace(/\/$/, '')
    const { token_endpoint } = (await read(`${server}/.well-known/oauth-authorization-server`)) as {
      token_endpoint: string
    }
    return token_endpoint
  }

  async function call(request: ApiRequest, callOptions: CallOptions): Promise<Answer<unknown>> {
    const { method, isOpen } = request
    const { signal, idempotencyKey = newKey(), maxTries = options.maxTries ?? 3 } = callOptions
    let [isRenewed, isMoved, isLost] = [false, false, false]
    let refused: string | undefined
    for (let tries = 1; ; tries += 1) {
      const token = isOpen ? undefined : await unlessAborted(tokens(refused), signal)
      let failure: TimbreError
      let retryAfter: number | undefined
      try {
        const from = address
        const answer = await attempt({ request, token, idempotencyKey, tries, callOptions })
        const { status, headers, body } = answer
        const requestId = headers.get('x-request-id') ?? undefined
        if (status >= 200 && status < 300 && answer.isReadable)
          return { data: body, status, headers, requestId, rate: rateOf(headers) }
        retryAfter = secondsOf(headers)
        failure = apiError({
          status,
          body,
          requestId,
          retryAfterSeconds: retryAfter,
          scopes: scopesOf(token),
        })
        // The answer that was lost said that it is gone.
        if (isLost && method === 'DELETE' && failure instanceof NotFound)
          return { data: undefined, status: 204, headers, requestId, rate: rateOf(headers) }
        if (failure instanceof WrongRegion && !isMoved) {
          const there = address === from ? followed(body, from, options.regions) : address
          if (!there) throw failure
          address = there
          isMoved = true
          tries -= 1
          continue
        }
        if (status === 401 && token !== undefined && !isRenewed) {
          isRenewed = true
          refused = token
          tries -= 1
          continue
        }
        if (!isWorthRepeating(status, retryAfter)) throw failure
        // A gateway that gave up doesn't say what became of the request.
        if (status === 502 || status === 504) isLost = true
      } catch (error) {
        if (!(error instanceof Unreachable || error instanceof TimedOut)) throw error
        failure = error
        isLost = true
      }
      const wait = waitBefore(tries + 1, retryAfter)
      if (tries >= maxTries || wait === undefined) throw failure
      await pause(wait, signal)
    }
  }

  async function attempt({
    request: { method, path, query, body, takesLong },
    token,
    idempotencyKey,
    tries,
    callOptions: { signal, timeoutSeconds = takesLong ? 75 : 30 },
  }: {
    request: ApiRequest
    token: string | undefined
    idempotencyKey: string
    tries: number
    callOptions: CallOptions
  }): Promise<Attempt> {
    const note = { method, path, attempt: tries }
    options.onRequest?.(note)
    const began = performance.now()
    const timeout = new AbortController()
    const timer = setTimeout(() => timeout.abort(), Math.min(timeoutSeconds * 1_000, 2 ** 31 - 1))
    const isRaw = body instanceof Blob || body instanceof URLSearchParams
    const init: RequestInit = {
      method,
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(token !== undefined && method === 'POST' && { 'idempotency-key': idempotencyKey }),
        ...(body !== undefined && !isRaw && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: isRaw ? body : JSON.stringify(body) }),
    }
    const search = query && `${query}` !== '' ? `?${query}` : ''
    let status: number | undefined
    let requestId: string | undefined
    try {
      const url = (path.startsWith('/') ? address : '') + path + search
      const response = await (options.fetch ?? fetch)(url, init)
      const text = await response.text()
      status = response.status
      requestId = response.headers.get('x-request-id') ?? undefined
      return { status, headers: response.headers, ...parsed(text) }
    } catch (error) {
      signal?.throwIfAborted()
      if (error instanceof TimbreError) throw error
      if (timeout.signal.aborted) throw new TimedOut(`No answer within ${timeoutSeconds} s.`)
      const { cause, message } = error as Error & { cause?: { code?: string } }
      throw new Unreachable(`${new URL(address).origin} can't be reached (${cause?.code ?? message}).`, {
        cause: error,
      })
    } finally {
      clearTimeout(timer)
      options.onResponse?.({ ...note, status, requestId, milliseconds: performance.now() - began })
    }
  }

  return call as Connection
}

/** Random, and the same for all tries of a call. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function parsed(text: string): { body: unknown; isReadable: boolean } {
  if (text === '') return { body: undefined, isReadable: true }
  try {
    return { body: JSON.parse(text), isReadable: true }
  } catch {
    return { body: undefined, isReadable: false }
  }
}

function secondsOf(headers: Headers): number | undefined {
  const text = headers.get('retry-after')
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined
}

/** `RateLimit-Policy: "default";q=50;w=5` and `RateLimit: "default";r=49;t=1`. */
function rateOf(headers: Headers): Rate | undefined {
  const read = (name: string, parameter: string) =>
    Number(new RegExp(`;${parameter}=(\\d+)`).exec(headers.get(name) ?? '')?.[1] ?? Number.NaN)
  const [limit, remaining] = [read('ratelimit-policy', 'q'), read('ratelimit', 'r')]
  const resetSeconds = read('ratelimit', 't')
  return Number.isNaN(limit + remaining) ? undefined : { limit, remaining, resetSeconds: resetSeconds || 0 }
}
