import { unreachableError } from './api-error.ts'
import { authorizationUrl, redirectToSignIn, requestTokens, revokeRefreshToken } from './flow.ts'
import { settings } from './settings.ts'
import { dropTokens, readTokens, type StoredTokens, storeTokens } from './tokens.ts'

/**
 * The access token for the next request, renewed one minute before it expires. Without a token, the user signs in.
 * Never a token of another account than the page started with: what was typed or read here belongs to that account.
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
 * Exchanges the refresh token. A refresh token works once, and a second use looks like theft. So one tab renews while
 * the others wait for the lock, then use its tokens.
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

/** From now on, leaving the page for the sign-in would lose content. */
export function markPageShown(): void {
  hasShown = true
}

/**
 * Handles the end of the session. Before anything is shown, the browser goes to the sign-in. Afterwards the page
 * stays, with what was typed, and waits until the user has signed in again in another window.
 */
export function handleSessionLost(): Promise<StoredTokens> {
  if (!hasShown) return redirectToSignIn()
  // Notify every time, so that a user who closed the dialog and continues sees it again.
  for (const listener of listeners) listener(true)
  returning ??= new Promise<StoredTokens>((resolve) => {
    const onSignedIn = () => {
      const tokens = readTokens()
      if (!tokens || tokens.expiresAt < Date.now()) return
      channel.removeEventListener('message', onSignedIn)
      removeEventListener('storage', onSignedIn)
      removeEventListener('focus', onSignedIn)
      returning = undefined
      for (const listener of listeners) listener(false)
      resolve(tokens)
    }
    // A message sent right before its window closes can get lost, so storage and focus are checked too.
    channel.addEventListener('message', onSignedIn)
    addEventListener('storage', onSignedIn)
    addEventListener('focus', onSignedIn)
  })
  return returning
}

const channel = new BroadcastChannel('timbre.sign-in')

/** Notifies waiting tabs that the user has signed in. */
export function announceSignedIn(): void {
  channel.postMessage('signed in')
}

/**
 * Opens the sign-in in a second window, next to the page that waits. `again` demands one even from users who are signed
 * in.
 */
export async function openSignInWindow(demand: { again?: boolean } = {}): Promise<void> {
  const opened = window.open('', 'timbre-sign-in', 'popup,width=480,height=720')
  const address = await authorizationUrl({ returnTo: '/people', isWindow: true, ...demand })
  if (opened) opened.location.assign(address)
  else location.assign(await authorizationUrl({ returnTo: location.pathname + location.search, ...demand }))
}

export function onSessionLost(listener: (isLost: boolean) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Revokes the tokens in this browser and on the server (RFC 7009), and ends the sign-in session. */
export async function signOutOfDashboard(): Promise<void> {
  const refreshToken = readTokens()?.refreshToken
  dropTokens()
  // Unsent drafts can contain people's addresses.
  sessionStorage.clear()
  if (refreshToken) await revokeRefreshToken(refreshToken)
  // The authorization server accepts this form from its own pages only. In another region, its page shows the button.
  if (new URL(settings.authUrl).origin !== location.origin) return location.assign(`${settings.authUrl}/apps`)
  const form = Object.assign(document.createElement('form'), {
    method: 'post',
    action: `${settings.authUrl}/sign-out`,
  })
  document.body.append(form)
  form.submit()
}

/**
 * Whether the token has this scope; actions without it are hidden. After the session ends, the last token's scopes
 * apply.
 */
export function hasScope(scope: string): boolean {
  allowed = readTokens()?.scopes ?? allowed
  return allowed.includes(scope)
}

let allowed: StoredTokens['scopes'] = []
