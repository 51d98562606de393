/** The stored metadata of an app, with the names of RFC 7591 section 2. */
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

/** An error as in RFC 7591 section 3.2.2. */
export type MetadataError = {
  error: 'invalid_redirect_uri' | 'invalid_client_metadata'
  error_description: string
}

/**
 * Parses an app's metadata, whether it registers, updates its registration or publishes a client ID metadata document.
 * Unsupported fields are dropped, as the RFC allows; dangerous values are refused.
 *
 * `scope` is dropped too: it is no upper limit, because an app may request more later. So are URLs that this service
 * would have to fetch, such as `sector_identifier_uri` and `jwks_uri`.
 */
export function parseClientMetadata(sent: Record<string, unknown>): ClientMetadata | MetadataError {
  // Clients send null and empty strings for fields they don't use (RFC 7592 section 2.2 treats both as omitted).
  const present = Object.entries(sent).filter(([, value]) => value !== null && value !== '')
  const metadata: Record<string, unknown> = Object.fromEntries(present)
  const redirectUris = metadata.redirect_uris
  if (!isTexts(redirectUris) || redirectUris.length === 0 || redirectUris.length > maxRedirectUris) {
    return invalidRedirectUri(`redirect_uris must be a list of 1 to ${maxRedirectUris} addresses`)
  }
  for (const uri of redirectUris) {
    const error = redirectUriError(uri)
    if (error) return invalidRedirectUri(`redirect_uris: ${error}`)
  }
  const method = metadata.token_endpoint_auth_method ?? 'client_secret_basic'
  if (!isMethod(method)) {
    return invalidMetadata(`token_endpoint_auth_method must be one of ${clientAuthMethods.join(', ')}`)
  }
  if (metadata.grant_types !== undefined && !isTexts(metadata.grant_types))
    return invalidMetadata('grant_types must be a list')
  if (isTexts(metadata.grant_types) && !metadata.grant_types.includes('authorization_code')) {
    return invalidMetadata('grant_types must include authorization_code')
  }
  if (metadata.response_types !== undefined) {
    if (!isTexts(metadata.response_types) || !metadata.response_types.includes('code')) {
      return invalidMetadata('response_types must include code')
    }
  }
  const name = readName(metadata.client_name)
  if (typeof name === 'object') return name
  const links = readLinks(metadata)
  if ('error' in links) return links as MetadataError
  return {
    redirect_uris: [...new Set(redirectUris)],
    application_type: redirectUris.some(isLoopbackHttps) ? 'web' : 'native',
    token_endpoint_auth_method: method,
    grant_types: grantTypesOf(metadata.grant_types),
    response_types: ['code'],
    ...(name ? { client_name: name } : {}),
    ...links,
    ...(isTexts(metadata.contacts) ? { contacts: metadata.contacts.filter(isContact).slice(0, 10) } : {}),
  }
}

const maxRedirectUris = 20
const maxUriCharacters = 2000
const maxNameCharacters = 100

export const clientAuthMethods = ['none', 'client_secret_basic', 'client_secret_post'] as const

/** Apps may use refresh tokens unless their metadata leaves that grant type out. */
function grantTypesOf(requested: unknown): string[] {
  const supported = ['authorization_code', 'refresh_token']
  return isTexts(requested) ? supported.filter((type) => requested.includes(type)) : supported
}

/**
 * Why a redirect URI is not allowed, or undefined. A custom scheme must contain a dot, as in
 * `com.example.app:/callback` (RFC 8252 section 7.1): this excludes `javascript:`, `data:` and every scheme that other
 * programs have claimed. Without TLS, only programs on the person's own device are allowed.
 */
export function redirectUriError(uri: string): string | undefined {
  const url = URL.parse(uri)
  if (!url || uri.length > maxUriCharacters || !plainText.test(uri)) return 'is not a valid address'
  if (relative.test(uri) || uri.includes('\\')) return 'is not a valid address'
  if (uri.includes('#')) return 'must not contain a fragment'
  if (url.username || url.password || /^[^/]*\/\/[^/?]*@/.test(uri))
    return 'must not contain a username or password'
  if (url.protocol === 'https:') return hostName.test(url.hostname) ? undefined : 'has an invalid host name'
  if (url.protocol === 'http:') {
    return isLoopbackHost(url.hostname) ? undefined : 'must use https, unless it is a loopback address'
  }
  return url.protocol.includes('.') ? undefined : 'must use https, or your own scheme with a dot in it'
}

/** A web URL without a host after two slashes is relative, so a redirect to it would stay on our own pages. */
const relative = /^https?:(?!\/\/[^/])/i

/** URLs allow characters in hosts, such as `;` and `*`, that mean something else in a content security policy. */
const hostName = /^[a-z0-9._-]+$|^\[[0-9a-f:]+\]$/

export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
}

/** The redirect target as shown to people: a host with its port, `localhost`, or a custom scheme. */
export function redirectHostOf(uri: string): string {
  const url = new URL(uri)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return url.protocol.slice(0, -1)
  return isLoopbackHost(url.hostname) ? url.hostname : url.host
}

/** A name that is safe to show on a page: one line, without invisible characters and without bidirectional controls. */
export function cleanName(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/[\p{Cf}\p{Co}\p{Cs}\p{Cn}\u115f\u1160\u3164\uffa0]/gu, '')
    .trim()
}

/** oidc-provider refuses `https://localhost` for native apps, and web apps have no free choice of port. */
function isLoopbackHttps(uri: string): boolean {
  const url = new URL(uri)
  return url.protocol === 'https:' && isLoopbackHost(url.hostname)
}

function readName(value: unknown): string | undefined | MetadataError {
  if (value === undefined) return undefined
  if (typeof value !== 'string') return invalidMetadata('client_name must be text')
  const name = cleanName(value.slice(0, 4 * maxNameCharacters))
  if (value.length > 4 * maxNameCharacters || Array.from(name).length > maxNameCharacters) {
    return invalidMetadata(`client_name must have at most ${maxNameCharacters} characters`)
  }
  return name || undefined
}

function readLinks(metadata: Record<string, unknown>): Partial<ClientMetadata> | MetadataError {
  const links: Partial<Record<(typeof linkFields)[number], string>> = {}
  for (const field of linkFields) {
    const value = metadata[field]
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

/** Printable ASCII. Other characters in a URI must be escaped. */
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
