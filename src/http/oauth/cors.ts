import { isLoopbackHost } from '../../identity/authorization/client-metadata.ts'

/**
 * Whether pages of this origin may read responses of the OAuth endpoints: only the origins of the app's redirect URIs.
 * On loopback hosts the port is ignored, as for redirects (RFC 8252 section 7.3). Cookies are never allowed.
 */
export function isAllowedOrigin(origin: string, redirectUris: readonly string[]): boolean {
  const requested = URL.parse(origin)
  if (!requested || requested.origin !== origin) return false
  return redirectUris.some((uri) => {
    const url = URL.parse(uri)
    if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return false
    if (url.origin === origin) return true
    const isLoopback = url.protocol === 'http:' && isLoopbackHost(url.hostname)
    return isLoopback && requested.protocol === 'http:' && requested.hostname === url.hostname
  })
}
