import { TimbreError } from './errors.ts'
import type { Session, TimbreOptions } from './shapes/options.ts'

/** Gives the token to use. `refused` is one that the service has just refused. */
export type TokenSource = (refused?: string) => Promise<string>

type Issued = { access_token: string; expires_in: number; refresh_token?: string }

export type TokenRequests = {
  /** `POST /auth`. */
  signIn: (body: object) => Promise<Issued>
  /** A form to the token endpoint of the authorization server. */
  refresh: (form: URLSearchParams) => Promise<Issued>
}

export function tokenSource(options: TimbreOptions, { signIn, refresh }: TokenRequests): TokenSource {
  const { clientId, clientSecret, token, session } = options
  if (token) return async (refused) => token(refused)
  if (session) return kept(sessionRenewal(session, refresh))
  if (!clientId || !clientSecret)
    throw new TimbreError('Give clientId and clientSecret, or token, or session.')
  if ('window' in globalThis && 'document' in globalThis) {
    throw new TimbreError(
      'A client secret must not be in a browser, where every visitor can read it. Use session or token instead.',
    )
  }
  return kept(() =>
    signIn({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }),
  )
}

/** Keeps a token until a minute before its end. All who wait share one renewal. */
function kept(renew: () => Promise<Issued>): TokenSource {
  let current: { value: string; until: number } | undefined
  let renewal: Promise<string> | undefined
  const renewed = async () => {
    const { access_token: value, expires_in: seconds } = await renew()
    current = { value, until: Date.now() + Math.max(seconds - 60, seconds / 2) * 1_000 }
    return value
  }
  return async (refused) => {
    if (current && current.value !== refused && current.until > Date.now()) return current.value
    renewal ??= renewed().finally(() => {
      renewal = undefined
    })
    return renewal
  }
}

function sessionRenewal({ refreshToken, clientId, onRenewed }: Session, refresh: TokenRequests['refresh']) {
  let latest = refreshToken
  return async () => {
    const issued = await refresh(
      new URLSearchParams({ grant_type: 'refresh_token', refresh_token: latest, client_id: clientId }),
    )
    latest = issued.refresh_token ?? latest
    const expiresAt = new Date(Date.now() + issued.expires_in * 1_000)
    await onRenewed({ accessToken: issued.access_token, refreshToken: latest, expiresAt })
    return issued
  }
}

/** The scopes in a token (RFC 9068); empty if it has none that can be read. */
export function scopesOf(token: string | undefined): string[] {
  try {
    const claims = token?.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''
    return String(JSON.parse(atob(claims)).scope ?? '').split(' ')
  } catch {
    return []
  }
}
