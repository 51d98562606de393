import { isLoopbackHost } from '../../identity/authorization/client-metadata.ts'

/**
 * Whether pages of this origin may read what the app's endpoints answer: those that the app is sent back to. Of
 * loopback addresses the port is free, as it is for redirects (RFC 8252 section 7.3). Cookies are never allowed.
 */
export function isAllowedOrigin(origin: string, redirectUris: readonly string[]): boolean {
  const asked = URL.parse(origin)
  if (!asked || asked.origin !== origin) return false
  return redirectUris.some((uri) => {
    const url = URL.parse(uri)
    if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return false
    if (url.origin === origin) return true
    const isLoopback = url.protocol === 'http:' && isLoopbackHost(url.hostname)
    return isLoopback && asked.protocol === 'http:' && asked.hostname === url.hostname
  })
}
