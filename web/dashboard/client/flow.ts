import { settings } from './settings.ts'
import { parseTokens, readTokens, type StoredTokens, storeTokens } from './tokens.ts'

/** The dashboard among the apps of the installation; the server lets it in without a page of consent. */
const clientId = 'dashboard'

const wanted = 'profiles:read profiles:write tags:manage account:read account:write'

type Started = {
  readonly verifier: string
  readonly returnTo: string
  readonly isWindow: boolean
  readonly at: number
}

/** Where the callback comes back to: this very origin, so that the answer reaches the one who asked. */
const redirectUri = () => `${location.origin}/callback`

/**
 * Makes an authorization request (RFC 6749 section 4.1, RFC 7636) and remembers how it was made. `account` asks for
 * the page that lets people choose another account.
 */
export async function authorizationUrl({
  returnTo,
  isWindow = false,
  chooses = false,
}: {
  returnTo: string
  isWindow?: boolean
  chooses?: boolean
}): Promise<string> {
  const [state, verifier] = [randomText(), randomText()]
  const started: Started = { verifier, returnTo, isWindow, at: Date.now() }
  forgetOld()
  localStorage.setItem(place + state, JSON.stringify(started))
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
    ...(chooses ? { prompt: 'select_account' } : {}),
  })
  return `${settings.authUrl}/oauth/authorize?${query}`
}

/** Leaves for the sign-in and comes back to this address. */
export async function redirectToSignIn(
  options: { returnTo?: string; chooses?: boolean } = {},
): Promise<never> {
  const returnTo = options.returnTo ?? location.pathname + location.search
  location.assign(await authorizationUrl({ ...options, returnTo }))
  return new Promise<never>(() => {})
}

/** Turns the answer in the address into tokens; undefined where it is not an answer to a question of this browser. */
export async function finishSignIn(search: URLSearchParams): Promise<Started | undefined> {
  const state = search.get('state') ?? ''
  const text = localStorage.getItem(place + state)
  localStorage.removeItem(place + state)
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
  // What takes the place of an earlier sign-in ends that: nobody would hold its tokens, and it would go on for months.
  if (former) void revokeRefreshToken(former)
  return started
}

/** Ends what was given with a refresh token (RFC 7009), though the page may be left meanwhile. */
export async function revokeRefreshToken(refreshToken: string): Promise<void> {
  const body = new URLSearchParams({ token: refreshToken, client_id: clientId })
  await fetch(`${settings.authUrl}/oauth/revoke`, { method: 'POST', body, keepalive: true }).catch(() => {})
}

/** Asks the token endpoint; undefined when it refuses, and fails when it cannot be reached. */
export async function requestTokens(fields: Record<string, string>): Promise<StoredTokens | undefined> {
  const body = new URLSearchParams({ ...fields, client_id: clientId })
  const response = await fetch(`${settings.authUrl}/oauth/token`, { method: 'POST', body })
  if (response.status >= 500 || response.status === 429)
    throw new Error(`The sign-in answered ${response.status}`)
  return response.ok ? parseTokens(await response.json(), Date.now()) : undefined
}

const place = 'timbre.sign-in.'

/** Requests that nobody came back from; a sign-in takes minutes, not a day. */
function forgetOld(): void {
  for (const key of Object.keys(localStorage).filter((one) => one.startsWith(place))) {
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
