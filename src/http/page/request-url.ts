import type { FastifyRequest } from 'fastify'

/** What stands behind the question mark. An address such as `//` is no URL, and must still get its page. */
export function searchParamsOf(request: FastifyRequest): URLSearchParams {
  const { url = '' } = request.raw
  const mark = url.indexOf('?')
  return new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1))
}

/**
 * The address at which a page of a problem can be had in another language: its own where it was read and not sent to.
 * A form must not lead to another host, as an address that begins with two slashes would.
 */
export function ownPathOf({ method, raw: { url = '/' } }: FastifyRequest): string {
  // Without its query: a page about what there is not says nothing of what was asked for.
  const path = url.split('?')[0] ?? '/'
  const isOwn = method === 'GET' && /^\/(?![/\\])[\x21-\x7e]*$/.test(path)
  return isOwn ? path : '/'
}
