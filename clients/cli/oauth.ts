import { createHash, randomBytes } from 'node:crypto'
import { Failure, NotSignedIn, Offline } from './failure.ts'
import { printable } from './printable.ts'

/** The app that every installation has for this program. It is public: it has no secret. */
const clientId = 'timbre-cli'

export type Tokens = { accessToken: string; refreshToken: string; expiresAt: number; scopes: string[] }
export type Server = {
  issuer: string
  resource: string
  authorizationEndpoint: string
  tokenEndpoint: string
  revocationEndpoint: string
}

/** Finds the authorization server of a service (RFC 9728, RFC 8414). */
export async function discover(url: string): Promise<Server> {
  const resource = await getJson(`${url}/.well-known/oauth-protected-resource`)
  const [issuer] = resource.authorization_servers as string[]
  const root = String(issuer).replace(/\/$/, '')
  const server = await getJson(`${root}/.well-known/oauth-authorization-server`)
  // RFC 8414 section 3.3: otherwise one server could speak for another.
  if (server.issuer !== issuer) throw new Failure(`${printable(root)} says that it is another server.`)
  const endpoints = [server.authorization_endpoint, server.token_endpoint, server.revocation_endpoint].map(
    (one) => secured(String(one), url),
  )
  const [authorizationEndpoint = '', tokenEndpoint = '', revocationEndpoint = ''] = endpoints
  return {
    ...{ issuer: String(issuer), resource: String(resource.resource) },
    ...{ authorizationEndpoint, tokenEndpoint, revocationEndpoint },
  }
}

/** Plain http is for a service that was named with it. */
function secured(endpoint: string, url: string): string {
  if (endpoint.startsWith('https:') || url.startsWith('http:')) return endpoint
  throw new Failure(`${printable(endpoint)} isn't https.`)
}

export type Authorization = { address: string; redirectUri: string; verifier: string; state: string }

/** A request for a code (RFC 6749 section 4.1.1) with PKCE (RFC 7636). */
export function authorize(server: Server, redirectUri: string, scopes: readonly string[]): Authorization {
  const [verifier, state] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')]
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    resource: server.resource,
    scope: scopes.join(' '),
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  return { address: `${server.authorizationEndpoint}?${query}`, redirectUri, verifier, state }
}

/** Exchanges what came back for tokens. Refuses an answer to another request or from another server (RFC 9207). */
export async function redeem(server: Server, request: Authorization, back: URLSearchParams): Promise<Tokens> {
  if (back.get('state') !== request.state || back.get('iss') !== server.issuer)
    throw new Failure('This address answers another request. Run timbre login again.')
  const code = back.get('code')
  if (code === null) {
    const reason = printable(back.get('error_description') ?? back.get('error') ?? 'no code')
    throw new NotSignedIn(`The sign-in was refused: ${reason}`)
  }
  const { redirectUri: redirect_uri, verifier: code_verifier } = request
  return tokensFrom(server.tokenEndpoint, {
    grant_type: 'authorization_code',
    code,
    redirect_uri,
    code_verifier,
  })
}

export function refreshTokens(signedIn: { tokenEndpoint: string; refreshToken: string }): Promise<Tokens> {
  const { tokenEndpoint, refreshToken: refresh_token } = signedIn
  return tokensFrom(tokenEndpoint, { grant_type: 'refresh_token', refresh_token })
}

/** RFC 7009. */
export async function revoke({
  revocationEndpoint,
  refreshToken,
}: {
  revocationEndpoint: string
  refreshToken: string
}) {
  await post(revocationEndpoint, { token: refreshToken, token_type_hint: 'refresh_token' })
}

async function tokensFrom(endpoint: string, fields: Record<string, string>): Promise<Tokens> {
  const response = await post(endpoint, fields)
  if (response.status >= 500 || response.status === 429)
    throw new Offline(`${new URL(endpoint).origin} answers ${response.status}. Try again in a moment.`)
  if (!response.ok) throw new NotSignedIn('The sign-in has ended. Run timbre login.')
  const issued = (await response.json()) as Record<string, unknown>
  return {
    accessToken: String(issued.access_token),
    refreshToken: String(issued.refresh_token),
    expiresAt: Date.now() + Number(issued.expires_in) * 1_000,
    scopes: String(issued.scope).split(' '),
  }
}

function post(endpoint: string, fields: Record<string, string>): Promise<Response> {
  return reach(endpoint, { method: 'POST', body: new URLSearchParams({ ...fields, client_id: clientId }) })
}

async function getJson(address: string): Promise<Record<string, unknown>> {
  const response = await reach(address)
  const body = response.ok ? await response.json().catch(() => undefined) : undefined
  if (typeof body === 'object' && body !== null) return body as Record<string, unknown>
  throw new Failure(`${address} answers ${response.status}, but not like Timbre. Check --url.`)
}

async function reach(address: string, init: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(address, { ...init, redirect: 'manual', signal: AbortSignal.timeout(30_000) })
  } catch {
    throw new Offline(`${new URL(address).origin} can't be reached.`)
  }
}
