import type { CallRules } from '../../src/http/views/reference-view.ts'

export type Call = { readonly url: string; readonly init: RequestInit }

/**
 * Validates a request from the frame: only to the API of this service, without cookies, without redirects. A string
 * says why it is refused. `request` comes from third-party code, so each part is checked.
 */
export function callOf(request: unknown, origin: string, rules: CallRules): Call | string {
  if (typeof request !== 'object' || request === null) return 'This is not a request.'
  const { method, url, headers, body } = request as Record<string, unknown>
  if (typeof method !== 'string' || !methods.includes(method)) return 'The API does not take this method.'
  const address = typeof url === 'string' && addressOf(url, origin, rules.api)
  if (!address)
    return `Only requests to ${origin}${rules.api} can be sent from here. Other servers have references of their own.`
  if (!Array.isArray(headers) || !headers.every(isPair)) return 'The headers must be pairs of texts.'
  if (body !== undefined && !(body instanceof ArrayBuffer)) return 'The body must be bytes.'
  if (body && body.byteLength > rules.mostBytes) return `The body has more than ${rules.mostBytes} bytes.`
  const allowed = new Set(rules.headers.map((name) => name.toLowerCase()))
  return {
    url: address,
    init: {
      method,
      ...(body ? { body } : {}),
      headers: headers.filter(([name]) => allowed.has(name.toLowerCase())),
      mode: 'same-origin',
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
    },
  }
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Undefined unless the URL is below `path`, in any encoding, also for a proxy that decodes it again. */
function addressOf(text: string, origin: string, path: string): string | undefined {
  if (text.length > longestAddress || !URL.canParse(text, origin)) return undefined
  const url = new URL(text, origin)
  const lowerPath = url.pathname.toLowerCase()
  const isBelow = url.pathname.startsWith(`${path}/`) && !ambiguous.some((part) => lowerPath.includes(part))
  if (url.origin !== origin || url.username || url.password || !isBelow) return undefined
  return url.origin + url.pathname + url.search
}

const longestAddress = 8_000

/** An encoded dot, slash or backslash, and an empty path segment. */
const ambiguous = ['%2e', '%2f', '%5c', '//']

function isPair(header: unknown): header is [string, string] {
  return Array.isArray(header) && header.length === 2 && header.every((part) => typeof part === 'string')
}
