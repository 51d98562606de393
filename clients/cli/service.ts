import { setTimeout } from 'node:timers/promises'
import { ApiError, TimbreError, Unauthorized, WrongRegion } from '../sdk/timbre.ts'
import type { Reader } from './answers.ts'
import { awakeTimeout } from './awake-timeout.ts'
import { Failure, NotSignedIn, Offline } from './failure.ts'
import { printable } from './printable.ts'
import { connect, type Settings } from './settings.ts'

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
class Outage extends Offline {
  readonly waitSeconds: number
  constructor(message: string, waitSeconds = 0) {
    super(message)
    this.waitSeconds = waitSeconds
  }
}

/** The API for commands that wait for it patiently: each request is tried once, and time counts while the process runs. */
export function createService(settings: Settings): Service {
  const { url } = settings
  const timbre = connect(settings, {
    maxTries: 1,
    // An address in an answer gets no secret; the person sets it.
    regions: [],
    fetch: (input, init) => limited(input, init, url),
  })
  return {
    async request(method, path, read, { body, seconds = 15, signal } = {}) {
      const timeout = awakeTimeout(seconds, signal ? [signal] : [])
      try {
        const answer = await timbre.request(
          method,
          path,
          { body },
          { signal: timeout.signal, timeoutSeconds: 86_400 },
        )
        const found = read(answer)
        if (found !== undefined) return found
        throw new Refused('', `${url} answers 200, but not like Timbre. Check TIMBRE_URL.`)
      } catch (error) {
        signal?.throwIfAborted()
        if (error instanceof Failure) throw error
        throw explained(error, settings, timeout.signal)
      } finally {
        timeout.end()
      }
    },
  }
}

function explained(error: unknown, { url, token, signedIn }: Settings, timeout: AbortSignal): unknown {
  if (error === timeout.reason) return new Outage(`${url} can't be reached (${reasonOf(error)}).`)
  if (!(error instanceof TimbreError)) return error
  if (!(error instanceof ApiError)) {
    if (error.cause instanceof Failure) return error.cause
    return new Outage(`${url} can't be reached (${reasonOf(error.cause)}).`)
  }
  const { status, code, retryAfterSeconds = 0 } = error
  if (status === 429 || status >= 500)
    return new Outage(`${url} answers ${status}.`, Math.min(retryAfterSeconds, 300))
  if (error instanceof WrongRegion) {
    const there = printable(error.region?.apiUrl ?? '').replace(/\/api(\/v4)?\/?$/, '')
    return new Refused(code, `The account is in another region: set TIMBRE_URL to ${there || 'its address'}.`)
  }
  if (code.startsWith('invalid_') && (status === 401 || status === 400) && isSignIn(error))
    return new Refused('token_invalid', 'The service refuses TIMBRE_CLIENT_ID and TIMBRE_CLIENT_SECRET.')
  if (error instanceof Unauthorized) {
    if (signedIn) return new NotSignedIn('The sign-in has ended. Run timbre login.')
    const what =
      token === undefined ? 'the token that it issued. Check the client.' : 'TIMBRE_TOKEN. It may have ended.'
    return new Refused(code, `The service refuses ${what}`)
  }
  if (code === '')
    return new Refused(code, `${url} answers ${status}, but not like Timbre. Check TIMBRE_URL.`)
  return new Refused(code, printable(error.message))
}

/** `POST /auth` refuses in the words of RFC 6749, without a request id of ours in the body. */
const isSignIn = ({ code }: ApiError) => ['invalid_client', 'invalid_request', 'invalid_scope'].includes(code)

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

/** A page of the feed has a hundred events of some kilobytes. */
const mostBytes = 32 * 1024 * 1024

/** Reads an answer up to a length, so that something else at this address can't fill the memory. */
async function limited(input: Parameters<typeof fetch>[0], init: RequestInit | undefined, url: string) {
  const response = await fetch(input, init)
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    // Leaving the loop closes the connection.
    if (bytes > mostBytes) throw new Failure(`${url} answers with more than 32 MB. Check TIMBRE_URL.`)
    chunks.push(chunk)
  }
  const { status, headers } = response
  return new Response(bytes === 0 ? null : Buffer.concat(chunks), { status, headers })
}

function reasonOf(error: unknown): string {
  const { cause, message } = error as Error
  const code = (cause as { code?: string } | undefined)?.code
  return printable(code ?? message)
}
