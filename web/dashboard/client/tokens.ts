/** Tokens of the sign-in, stored for all tabs of this browser, so that one renewal serves all. */
export type StoredTokens = {
  readonly accessToken: string
  readonly refreshToken: string | undefined
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  readonly scopes: readonly string[]
  readonly accountId: string
}

const storageKey = 'timbre.tokens'

export function readTokens(): StoredTokens | undefined {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

export function storeTokens(tokens: StoredTokens): void {
  localStorage.setItem(storageKey, JSON.stringify(tokens))
}

export function dropTokens(): void {
  localStorage.removeItem(storageKey)
}

/** Another tab signed in as someone else, or signed out. */
export function onTokensChanged(listener: (tokens: StoredTokens | undefined) => void): void {
  addEventListener('storage', (event) => {
    if (event.key === storageKey) listener(readTokens())
  })
}

/** Parses the answer of the token endpoint (RFC 6749 section 5.1). The account is a claim of the token (RFC 9068). */
export function parseTokens(
  answer: { access_token: string; refresh_token?: string; expires_in: number; scope?: string },
  now: number,
): StoredTokens {
  const [, claims = ''] = answer.access_token.split('.')
  const { account_id, scope = '' } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')))
  return {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token,
    expiresAt: now + answer.expires_in * 1000,
    scopes: (answer.scope ?? scope).split(' ').filter(Boolean),
    accountId: account_id,
  }
}
