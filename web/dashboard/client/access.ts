import { unreachableError } from './api-error.ts'
import { authorizationUrl, redirectToSignIn, requestTokens, revokeRefreshToken } from './flow.ts'
import { settings } from './settings.ts'
import { dropTokens, readTokens, type StoredTokens, storeTokens } from './tokens.ts'

/**
 * The token for the next request; renewed a minute before it ends. Without one, the person signs in. Never one of
 * another account than the page began with: what was typed or read here is not for there.
 */
export async function accessToken(): Promise<string> {
  const tokens = await currentTokens()
  accountId ??= tokens.accountId
  if (tokens.accountId === accountId) return tokens.accessToken
  location.assign('/people')
  return new Promise<never>(() => {})
}

let accountId = readTokens()?.accountId

async function currentTokens(): Promise<StoredTokens> {
  const tokens = readTokens()
  if (!tokens) return handleSessionLost()
  return tokens.expiresAt - Date.now() > 60_000 ? tokens : renewTokens()
}

/**
 * New tokens for old. A refresh token counts once, and a second use of it looks like theft, so of all tabs one asks
 * while the others wait and then take what it got.
 */
export async function renewTokens(): Promise<StoredTokens> {
  const before = readTokens()?.accessToken
  const tokens = await navigator.locks.request('timbre.renew', async () => {
    const now = readTokens()
    if (now && now.accessToken !== before) return now
    if (!now?.refreshToken) return undefined
    const got = await requestTokens({ grant_type: 'refresh_token', refresh_token: now.refreshToken }).catch(
      () => {
        throw unreachableError()
      },
    )
    if (got) storeTokens({ ...got, refreshToken: got.refreshToken ?? now.refreshToken })
    return got && readTokens()
  })
  return tokens ?? handleSessionLost()
}

let returning: Promise<StoredTokens> | undefined
const listeners = new Set<(isLost: boolean) => void>()
let hasShown = false

/** From now on something stands on the page that a leave for the sign-in would lose. */
export function markPageShown(): void {
  hasShown = true
}

/**
 * The session is over. Before anything is shown the person is led to the sign-in; afterwards the page stays as it is,
 * with what was typed into it, and waits until they have signed in again in a window beside it.
 */
export function handleSessionLost(): Promise<StoredTokens> {
  if (!hasShown) return redirectToSignIn()
  // Said each time: who closed the dialog and goes on is asked once more.
  for (const hear of listeners) hear(true)
  returning ??= new Promise<StoredTokens>((resolve) => {
    const heard = () => {
      const tokens = readTokens()
      if (!tokens || tokens.expiresAt < Date.now()) return
      channel.removeEventListener('message', heard)
      removeEventListener('storage', heard)
      removeEventListener('focus', heard)
      returning = undefined
      for (const hear of listeners) hear(false)
      resolve(tokens)
    }
    // A window that closes right after it has spoken is not always heard; what it kept is seen in any case.
    channel.addEventListener('message', heard)
    addEventListener('storage', heard)
    addEventListener('focus', heard)
  })
  return returning
}

const channel = new BroadcastChannel('timbre.sign-in')

/** Says to the tabs that wait that somebody has signed in. */
export function announceSignedIn(): void {
  channel.postMessage('signed in')
}

/** Opens the sign-in beside the page that waits. */
export async function openSignInWindow(): Promise<void> {
  const opened = window.open('', 'timbre-sign-in', 'popup,width=480,height=720')
  const address = await authorizationUrl({ returnTo: '/people', isWindow: true })
  if (opened) opened.location.assign(address)
  else location.assign(await authorizationUrl({ returnTo: location.pathname + location.search }))
}

export function onSessionLost(hear: (isLost: boolean) => void): () => void {
  listeners.add(hear)
  return () => listeners.delete(hear)
}

/** Ends what this browser was given, here and at the server (RFC 7009), and the sign-in with it. */
export async function signOutOfDashboard(): Promise<void> {
  const refreshToken = readTokens()?.refreshToken
  dropTokens()
  // What was begun and not sent may hold addresses of people.
  sessionStorage.clear()
  if (refreshToken) await revokeRefreshToken(refreshToken)
  // The authorization server takes this form from its own pages alone; in another region, its page has the button.
  if (new URL(settings.authUrl).origin !== location.origin) return location.assign(`${settings.authUrl}/apps`)
  const form = Object.assign(document.createElement('form'), {
    method: 'post',
    action: `${settings.authUrl}/sign-out`,
  })
  document.body.append(form)
  form.submit()
}

/** Whether the token at hand allows this; what it does not allow is not offered. The end of a session takes nothing. */
export function hasScope(scope: string): boolean {
  allowed = readTokens()?.scopes ?? allowed
  return allowed.includes(scope)
}

let allowed: StoredTokens['scopes'] = []
