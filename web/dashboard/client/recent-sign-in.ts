import { readTokens } from './tokens.ts'

/** For how long after signing in the API lets someone give others access. */
const recentMilliseconds = 15 * 60_000

/** When the user signed in, in milliseconds since 1970, as the token says; undefined if it doesn't. */
function signedInAt(): number | undefined {
  const [, claims = ''] = readTokens()?.accessToken.split('.') ?? []
  try {
    const { auth_time } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')))
    return typeof auth_time === 'number' ? auth_time * 1000 : undefined
  } catch {
    return undefined
  }
}

/** Milliseconds until the sign-in is too old; 0 if it is, undefined if the page can't know. */
export function recentSignInLeft(now = Date.now()): number | undefined {
  const at = signedInAt()
  return at === undefined ? undefined : Math.max(0, at + recentMilliseconds - now)
}

/** Calls the listener once the user has signed in again, in any window. Returns a function to unsubscribe. */
export function onNewSignIn(listener: () => void): () => void {
  let known = signedInAt()
  const check = () => {
    const at = signedInAt()
    if (at === undefined || at === known) return
    known = at
    listener()
  }
  // The window closes right after its message, which can get lost then.
  const channel = new BroadcastChannel('timbre.sign-in')
  channel.addEventListener('message', check)
  addEventListener('storage', check)
  addEventListener('focus', check)
  return () => {
    channel.close()
    removeEventListener('storage', check)
    removeEventListener('focus', check)
  }
}
