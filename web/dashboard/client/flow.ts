import { settings } from './settings.ts'
import { parseTokens, readTokens, type StoredTokens, storeTokens } from './tokens.ts'

/** The dashboard's client id. The server skips the consent page for it. */
const clientId = 'dashboard'

const wanted = 'profiles:read profiles:write tags:manage account:read account:write'

type Started = {
  readonly verifier: string
  readonly returnTo: string
  readonly isWindow: boolean
  readonly at: number
}

/** The redirect URI is on this origin, so that the code comes back to the tab that asked. */
const redirectUri = () => `${location.origin}/callback`

/**
 * Creates an authorization request (RFC 6749 section 4.1, RFC 7636) and stores its state and verifier. `chooses` asks
 * for the page where users choose another account, and names the one they are in; `again` for a new sign-in.
 */
export async function authorizationUrl({
  returnTo,
  isWindow = false,
  chooses = false,
  again = false,
}: {
  returnTo: string
  isWindow?: boolean
  chooses?: boolean
  again?: boolean
}): Promise<string> {
  const [state, verifier] = [randomText(), randomText()]
  const started: Started = { verifier, returnTo, isWindow, at: Date.now() }
  forgetOld()
  localStorage.setItem(storageKey + state, JSON.stringify(started))
  const challenge = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: redirectUri(),
    resource: settings.resource,
    scope: wanted,
    state,
    code_challenge: asBase64Url(new Uint8Array(challenge)),
    code_challenge_method: 'S256',
    ...(chooses ? { prompt: 'select_account', login_hint: readTokens()?.accountId ?? '' } : {}),
    ...(again ? { prompt: 'login' } : {}),
  })
  return `${settings.authUrl}/oauth/authorize?${query}`
}

/** Goes to the sign-in, then returns to this address. */
export async function redirectToSignIn(
  options: { returnTo?: string; chooses?: boolean } = {},
): Promise<never> {
  const returnTo = options.returnTo ?? location.pathname + location.search + location.hash
  location.assign(await authorizationUrl({ ...options, returnTo }))
  return new Promise<never>(() => {})
}

/** Exchanges the code in the address for tokens. Undefined if this browser did not make the request. */
export async function finishSignIn(search: URLSearchParams): Promise<Started | undefined> {
  const state = search.get('state') ?? ''
  const text = localStorage.getItem(storageKey + state)
  localStorage.removeItem(storageKey + state)
  const code = search.get('code')
  if (text === null || code === null) return undefined
  const started: Started = JSON.parse(text)
  const tokens = await requestTokens({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri(),
    code_verifier: started.verifier,
  })
  if (!tokens) return undefined
  const former = readTokens()?.refreshToken
  storeTokens(tokens)
  // A new sign-in replaces the earlier one, whose tokens nothing would use. They would stay valid for months.
  if (former) void revokeRefreshToken(former)
  return started
}

/** Revokes a refresh token (RFC 7009). `keepalive`, because the page may be left meanwhile. */
export async function revokeRefreshToken(refreshToken: string): Promise<void> {
  const body = new URLSearchParams({ token: refreshToken, client_id: clientId })
  await fetch(`${settings.authUrl}/oauth/revoke`, { method: 'POST', body, keepalive: true }).catch(() => {})
}

/** Calls the token endpoint. Undefined if it refuses; throws if it can't be reached. */
export async function requestTokens(fields: Record<string, string>): Promise<StoredTokens | undefined> {
  const body = new URLSearchParams({ ...fields, client_id: clientId })
  const response = await fetch(`${settings.authUrl}/oauth/token`, { method: 'POST', body })
  if (response.status >= 500 || response.status === 429)
    throw new Error(`The sign-in answered ${response.status}`)
  return response.ok ? parseTokens(await response.json(), Date.now()) : undefined
}

const storageKey = 'timbre.sign-in.'

/** Authorization requests without an answer. A sign-in takes minutes, not a day. */
function forgetOld(): void {
  for (const key of Object.keys(localStorage).filter((one) => one.startsWith(storageKey))) {
    const { at } = JSON.parse(localStorage.getItem(key) ?? '{"at":0}')
    if (Date.now() - at > 86_400_000) localStorage.removeItem(key)
  }
}

function randomText(): string {
  return asBase64Url(crypto.getRandomValues(new Uint8Array(32)))
}

function asBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
