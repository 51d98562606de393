import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../contract/authorization.ts'
import type { Scope } from '../../contract/scope.ts'

/** An authorization request that waits for a person's answer. */
export type PendingAuthorization = {
  uid: string
  app: App
  redirectUri: string
  /** Where the person is sent back to: a host, `localhost`, or the URL scheme of a mobile app. */
  redirectHost: string
  /** The redirect goes to a program on the person's own device. */
  isLoopback: boolean
  /** All five if the app requested none. */
  requestedScopes: readonly Scope[]
  wasScopeRequested: boolean
  /** Which of `openid` and `offline_access` were requested. */
  oidcScopes: readonly string[]
  /** The resource exactly as the app wrote it. The grant must contain the same text. */
  resource: string
  /** The app asks which account: the person has chosen to switch. */
  choosesAccount: boolean
  /**
   * The earliest sign-in that the app accepts: the time of the request, or `max_age` before it (OpenID Connect Core,
   * section 3.1.2.1). Omitted if any sign-in will do.
   */
  earliestSignInAt?: Date
  /** The account that the dashboard is in, if it asks for another one. */
  currentAccountId?: string
  /** Another site led to the request, so nothing but the person's answer on its page may complete it. */
  needsAnswer?: boolean
}

/** Whether the sign-in is older than the app accepts. A sign-in after the request never is. */
export function isSignInTooOld(
  { earliestSignInAt }: Pick<PendingAuthorization, 'earliestSignInAt'>,
  { signedInAt }: { signedInAt: string },
): boolean {
  return earliestSignInAt !== undefined && new Date(signedInAt) < earliestSignInAt
}

/** What a page may show of a request before anyone has signed in. */
export type AuthorizationSummary = Pick<PendingAuthorization, 'redirectHost' | 'earliestSignInAt'> & {
  appName: string
  /** The service's own dashboard asks, which sends people back to the service. */
  isDashboard: boolean
}

/** All that the sign-in and consent pages can see and do of the OAuth protocol. */
export type Authorizations = {
  /** The request with this uid that is pending in this browser. Undefined if there is none or it was answered. */
  pending: (
    request: FastifyRequest,
    reply: FastifyReply,
    uid: string,
  ) => Promise<PendingAuthorization | undefined>
  /** The same for pages that only name the app. Needs no cookie and contains no secret. */
  describe: (uid: string) => Promise<AuthorizationSummary | undefined>
  /** From now on the request needs an answer, also when its page is opened again from a page of our own. */
  requireAnswer: (uid: string) => Promise<void>
  /** The person allowed the app: redirects the browser to the app with a code. The grant must already exist. */
  finish: (
    request: FastifyRequest,
    reply: FastifyReply,
    uid: string,
    consent: { personId: string; grantId: string; signedInAt: string },
  ) => Promise<FastifyReply>
  /** The person declined: redirects the browser to the app with `access_denied`. */
  deny: (request: FastifyRequest, reply: FastifyReply, uid: string) => Promise<FastifyReply>
}

/**
 * A consent as oidc-provider stores it: the payload of the grant's row. Requested scopes that were not granted are
 * listed as rejected, so that the library doesn't prompt for them again.
 */
export function grantPayload(
  pending: Pick<PendingAuthorization, 'app' | 'requestedScopes' | 'oidcScopes' | 'resource'>,
  granted: readonly Scope[],
  { grantId, personId, now, expiresAt }: { grantId: string; personId: string; now: Date; expiresAt: Date },
): Record<string, unknown> {
  const { app, requestedScopes, oidcScopes, resource } = pending
  const rejected = requestedScopes.filter((scope) => !granted.includes(scope))
  return {
    kind: 'Grant',
    jti: grantId,
    accountId: personId,
    clientId: app.clientId,
    iat: Math.floor(now.getTime() / 1000),
    exp: Math.floor(expiresAt.getTime() / 1000),
    resources: { [resource]: granted.join(' ') },
    ...(oidcScopes.length > 0 ? { openid: { scope: oidcScopes.join(' ') } } : {}),
    ...(rejected.length > 0 ? { rejected: { resources: { [resource]: rejected.join(' ') } } } : {}),
  }
}

/** Lifetime of a grant, whatever its refresh tokens do: a day longer than the last of them. */
export const grantDays = 91
