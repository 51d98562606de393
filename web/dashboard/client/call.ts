import { accessToken, handleSessionLost, renewTokens } from './access.ts'
import { readApiError, unreachableError } from './api-error.ts'
import type { Operations } from './types.ts'

export type Route = keyof Operations
export type CallAnswer<R extends Route> = Operations[R] extends { answer: infer Given } ? Given : undefined

type Part<R extends Route, Name extends string> = Operations[R] extends { [key in Name]: infer Given }
  ? Given
  : never
type Given<Name extends string, Fields> = [Fields] extends [never]
  ? unknown
  : keyof Fields extends never
    ? unknown
    : Partial<Fields> extends Fields
      ? { [key in Name]?: Fields }
      : { [key in Name]: Fields }

/** What a route takes: `path`, `query` and `body` as the API's document says, each only where there is one. */
export type Request<R extends Route> = Given<'path', Part<R, 'path'>> &
  Given<'query', Part<R, 'query'>> &
  Given<'body', Part<R, 'body'>> & {
    /**
     * The same for each try of one intention, so that none is done twice. One is made up where none is given; null for
     * what changes nothing and need not be remembered.
     */
    idempotencyKey?: string | null
    signal?: AbortSignal
  }

/**
 * Asks the API: `call('PUT /tag/{tagId}/profiles', { path: { tagId }, body: { profileIds } })`. It is the API that
 * every other app has. A lost session asks the person to sign in again and then goes on; whatever else is not a
 * success fails as a `Refusal`.
 */
export async function call<R extends Route>(route: R, request: Request<R>): Promise<CallAnswer<R>> {
  const given = request as Sent
  const [method = 'GET'] = route.split(' ')
  const { idempotencyKey = method === 'POST' ? crypto.randomUUID() : null } = given
  let response = await send(method, callUrl(route, given), given, idempotencyKey)
  if (response.status === 401) {
    await renewTokens()
    response = await send(method, callUrl(route, given), given, idempotencyKey)
  }
  while (response.status === 401) {
    await handleSessionLost()
    response = await send(method, callUrl(route, given), given, idempotencyKey)
  }
  if (!response.ok) throw await readApiError(response)
  return (response.status === 204 ? undefined : await response.json()) as CallAnswer<R>
}

type Sent = {
  path?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  idempotencyKey?: string | null
  signal?: AbortSignal
}

async function send(method: string, address: string, { body, signal }: Sent, key: string | null) {
  const headers: Record<string, string> = { authorization: `Bearer ${await accessToken()}` }
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (key !== null) headers['idempotency-key'] = key
  try {
    return await fetch(address, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw unreachableError()
  }
}

/** The address of a call below this host, lists joined by commas and what is not given left out. */
export function callUrl(route: Route, { path = {}, query = {} }: Pick<Sent, 'path' | 'query'>): string {
  const [, template = ''] = route.split(' ')
  const filled = template.replace(/\{(\w+)\}/g, (_slot, name: string) => encodeURIComponent(path[name] ?? ''))
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
        ? []
        : [[name, String(value)]],
    ),
  )
  return `/api/v4${filled}${search.size > 0 ? `?${search}` : ''}`
}

/** Whether the service answers at all, whatever it answers. */
export function hasConnection(): Promise<boolean> {
  return fetch('/healthz', { cache: 'no-store' }).then(
    () => true,
    () => false,
  )
}
