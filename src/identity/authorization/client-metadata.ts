/** What is kept of what an app says of itself, under the names of RFC 7591 section 2. */
export type ClientMetadata = {
  redirect_uris: string[]
  application_type: 'native' | 'web'
  token_endpoint_auth_method: 'none' | 'client_secret_basic' | 'client_secret_post'
  grant_types: string[]
  response_types: ['code']
  client_name?: string
  client_uri?: string
  logo_uri?: string
  policy_uri?: string
  tos_uri?: string
  contacts?: string[]
}

/** What is wrong, as RFC 7591 section 3.2.2 names it. */
export type MetadataError = {
  error: 'invalid_redirect_uri' | 'invalid_client_metadata'
  error_description: string
}

/**
 * Reads what an app says of itself, whether it registers, changes its registration or describes itself in a document
 * of its own. Fields that mean nothing here are left out, as the RFC allows; what would be dangerous is refused.
 *
 * `scope` is left out too: it is no ceiling, because an app may ask for more later. So are addresses that this
 * service would have to fetch, such as `sector_identifier_uri` and `jwks_uri`.
 */
export function parseClientMetadata(sent: Record<string, unknown>): ClientMetadata | MetadataError {
  // Programs send null and empty texts for what they have nothing to say of (RFC 7592 section 2.2 reads them alike).
  const present = Object.entries(sent).filter(([, value]) => value !== null && value !== '')
  const given: Record<string, unknown> = Object.fromEntries(present)
  const redirectUris = given.redirect_uris
  if (!isTexts(redirectUris) || redirectUris.length === 0 || redirectUris.length > maxRedirectUris) {
    return invalidRedirectUri(`redirect_uris must be a list of 1 to ${maxRedirectUris} addresses`)
  }
  for (const uri of redirectUris) {
    const fault = redirectUriError(uri)
    if (fault) return invalidRedirectUri(`redirect_uris: ${fault}`)
  }
  const method = given.token_endpoint_auth_method ?? 'client_secret_basic'
  if (!isMethod(method)) {
    return invalidMetadata(`token_endpoint_auth_method must be one of ${clientAuthMethods.join(', ')}`)
  }
  if (given.grant_types !== undefined && !isTexts(given.grant_types))
    return invalidMetadata('grant_types must be a list')
  if (isTexts(given.grant_types) && !given.grant_types.includes('authorization_code')) {
    return invalidMetadata('grant_types must include authorization_code')
  }
  if (given.response_types !== undefined) {
    if (!isTexts(given.response_types) || !given.response_types.includes('code')) {
      return invalidMetadata('response_types must include code')
    }
  }
  const name = readName(given.client_name)
  if (typeof name === 'object') return name
  const links = readLinks(given)
  if ('error' in links) return links as MetadataError
  return {
    redirect_uris: [...new Set(redirectUris)],
    application_type: redirectUris.some(isLoopbackHttps) ? 'web' : 'native',
    token_endpoint_auth_method: method,
    grant_types: grantTypesOf(given.grant_types),
    response_types: ['code'],
    ...(name ? { client_name: name } : {}),
    ...links,
    ...(isTexts(given.contacts) ? { contacts: given.contacts.filter(isContact).slice(0, 10) } : {}),
  }
}

const maxRedirectUris = 20
const maxUriCharacters = 2000
const maxNameCharacters = 100

export const clientAuthMethods = ['none', 'client_secret_basic', 'client_secret_post'] as const

/** Every app may refresh unless it says that it will not. */
function grantTypesOf(given: unknown): string[] {
  const known = ['authorization_code', 'refresh_token']
  return isTexts(given) ? known.filter((type) => given.includes(type)) : known
}

/**
 * Why an address cannot be redirected to, or undefined. An address of the app's own scheme needs a dot in it, as in
 * `com.example.app:/callback` (RFC 8252 section 7.1): that keeps out `javascript:`, `data:` and every scheme that
 * other programs have claimed. Without TLS only a program on the person's own device is reached.
 */
export function redirectUriError(uri: string): string | undefined {
  const url = URL.parse(uri)
  if (!url || uri.length > maxUriCharacters || !plainText.test(uri)) return 'is not a valid address'
  if (relative.test(uri) || uri.includes('\\')) return 'is not a valid address'
  if (uri.includes('#')) return 'must not contain a fragment'
  if (url.username || url.password || /^[^/]*\/\/[^/?]*@/.test(uri)) return 'must not contain a user'
  if (url.protocol === 'https:') return hostName.test(url.hostname) ? undefined : 'has a host that is no name'
  if (url.protocol === 'http:') {
    return isLoopbackHost(url.hostname) ? undefined : 'must use https, unless it is a loopback address'
  }
  return url.protocol.includes('.') ? undefined : 'must use https, or a scheme of your own with a dot in it'
}

/** A web address without a host behind two slashes leads from a page of ours to another page of ours. */
const relative = /^https?:(?!\/\/[^/])/i

/** URLs allow more in a host, such as a semicolon or an asterisk, which would say something else in a policy of a page. */
const hostName = /^[a-z0-9._-]+$|^\[[0-9a-f:]+\]$/

export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
}

/** Where a person is told that they are sent back to: a host with its port, `localhost`, or a scheme. */
export function redirectHostOf(uri: string): string {
  const url = new URL(uri)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return url.protocol.slice(0, -1)
  return isLoopbackHost(url.hostname) ? url.hostname : url.host
}

/**
 * A name as it may stand on a page: one line, without characters that cannot be seen or that turn the direction of
 * what stands around them.
 */
export function cleanName(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/[\p{Cf}\p{Co}\p{Cs}\p{Cn}\u115f\u1160\u3164\uffa0]/gu, '')
    .trim()
}

/** The library takes no `https://localhost` from native apps, and a web app has no free choice of its port. */
function isLoopbackHttps(uri: string): boolean {
  const url = new URL(uri)
  return url.protocol === 'https:' && isLoopbackHost(url.hostname)
}

function readName(given: unknown): string | undefined | MetadataError {
  if (given === undefined) return undefined
  if (typeof given !== 'string') return invalidMetadata('client_name must be text')
  const name = cleanName(given.slice(0, 4 * maxNameCharacters))
  if (given.length > 4 * maxNameCharacters || Array.from(name).length > maxNameCharacters) {
    return invalidMetadata(`client_name must have at most ${maxNameCharacters} characters`)
  }
  return name || undefined
}

function readLinks(given: Record<string, unknown>): Partial<ClientMetadata> | MetadataError {
  const links: Partial<Record<(typeof linkFields)[number], string>> = {}
  for (const field of linkFields) {
    const value = given[field]
    if (value === undefined) continue
    const isText =
      typeof value === 'string' && value.length <= maxUriCharacters && !/[\p{Cc}\p{Cs}]/u.test(value)
    const url = isText ? URL.parse(value) : null
    if (!url || !/^https?:$/.test(url.protocol)) return invalidMetadata(`${field} must be a web address`)
    links[field] = value as string
  }
  return links
}

const linkFields = ['client_uri', 'logo_uri', 'policy_uri', 'tos_uri'] as const

/** Printable ASCII: an address with anything else in it is written with escapes. */
const plainText = /^[\x21-\x7e]+$/

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string' && one !== '')
}

function isMethod(value: unknown): value is ClientMetadata['token_endpoint_auth_method'] {
  return clientAuthMethods.some((method) => method === value)
}

function isContact(text: string): boolean {
  return /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-zA-Z0-9-]+(\.[a-zA-Z0-9-]+)*$/.test(text)
}

function invalidRedirectUri(error_description: string): MetadataError {
  return { error: 'invalid_redirect_uri', error_description }
}

function invalidMetadata(error_description: string): MetadataError {
  return { error: 'invalid_client_metadata', error_description }
}
