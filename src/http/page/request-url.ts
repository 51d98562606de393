import type { FastifyRequest } from 'fastify'

/** The query. A request target such as `//` can't be parsed as a URL and must still get its page. */
export function searchParamsOf(request: FastifyRequest): URLSearchParams {
  const { url = '' } = request.raw
  const queryStart = url.indexOf('?')
  return new URLSearchParams(queryStart < 0 ? '' : url.slice(queryStart + 1))
}

/**
 * The URL of an error page in another language: its own path if it was loaded with GET. A path that starts with two
 * slashes would lead to another host, so it is replaced.
 */
export function ownPathOf({ method, raw: { url = '/' } }: FastifyRequest): string {
  // Without the query: a page about something missing doesn't repeat what was requested.
  const path = url.split('?')[0] ?? '/'
  const isOwn = method === 'GET' && /^\/(?![/\\])[\x21-\x7e]*$/.test(path)
  return isOwn ? path : '/'
}
