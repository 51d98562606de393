import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../contract/authorization.ts'
import type { Scope } from '../../contract/scope.ts'

/** What an app asks for while its request waits for a person. */
export type PendingAuthorization = {
  uid: string
  app: App
  redirectUri: string
  /** Where the person is sent back to: a host, `localhost`, or the scheme of an app on a phone. */
  redirectHost: string
  /** The answer goes to a program on the person's own device. */
  isLoopback: boolean
  /** All five when the app named none. */
  requestedScopes: readonly Scope[]
  wasScopeRequested: boolean
  /** Of `openid` and `offline_access`, those that were asked for. */
  oidcScopes: readonly string[]
  /** The resource as the app wrote it; the grant must carry this very text. */
  resource: string
  /**
   * The earliest sign-in that the app takes: when it asked, or `max_age` before that (OpenID Connect Core, section
   * 3.1.2.1). Left out where any sign-in will do.
   */
  earliestSignInAt?: Date
}

/** Whether a sign-in is too old for what the app asks. One that follows the request never is. */
export function isSignInTooOld(
  { earliestSignInAt }: Pick<PendingAuthorization, 'earliestSignInAt'>,
  { signedInAt }: { signedInAt: string },
): boolean {
  return earliestSignInAt !== undefined && new Date(signedInAt) < earliestSignInAt
}

/** What a page may say of a request before anybody has signed in. */
export type AuthorizationSummary = Pick<PendingAuthorization, 'redirectHost' | 'earliestSignInAt'> & {
  appName: string
}

/** What the pages of sign-in and consent need of the protocol, and all that they may know of it. */
export type Authorizations = {
  /** The request that waits under this uid in this very browser; undefined when there is none, or no more. */
  pending: (
    request: FastifyRequest,
    reply: FastifyReply,
    uid: string,
  ) => Promise<PendingAuthorization | undefined>
  /** The same for a page that only names the app; needs no cookie, and tells nothing that is secret. */
  describe: (uid: string) => Promise<AuthorizationSummary | undefined>
  /** The person let the app in: sends the browser on to the app with a code. The grant exists already. */
  finish: (
    request: FastifyRequest,
    reply: FastifyReply,
    uid: string,
    consent: { personId: string; grantId: string; signedInAt: string },
  ) => Promise<FastifyReply>
  /** The person did not: sends the browser back with `access_denied`. */
  deny: (request: FastifyRequest, reply: FastifyReply, uid: string) => Promise<FastifyReply>
}

/**
 * A consent as the protocol keeps it: the payload of the grant's row. Scopes that were asked for and not granted
 * are noted as rejected, so that the request is not asked again for what it was refused.
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

/** How long a consent can be used for, whatever its refresh tokens do: a day beyond the last of them. */
export const grantDays = 91
