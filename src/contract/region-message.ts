import type { Actor } from './actor.ts'
import type { RevokeReason } from './authorization.ts'
import type { Sql } from './ports.ts'
import type { Scope } from './scope.ts'

/** Messages from the authorization server to the home region of an account about the apps of its members. */
export type AppMessage = AppConnected | AppDisconnected | TokenRevoked

/** A member connected an app. The home region writes the audit entry. */
export type AppConnected = {
  kind: 'app_connected'
  accountId: string
  grantId: string
  memberId: string
  clientId: string
  appName: string
  scopes: readonly Scope[]
  /** ISO 8601. */
  at: string
  requestId: string
}

/** A grant ended. The home region refuses its tokens from then on, and writes the audit entry. */
export type AppDisconnected = {
  kind: 'app_disconnected'
  accountId: string
  grantId: string
  clientId: string
  actor: Actor
  reason: RevokeReason
  /** ISO 8601. */
  at: string
  requestId: string
}

/** An app revoked one of its access tokens; the grant continues. The home region refuses the token from then on. */
export type TokenRevoked = {
  kind: 'token_revoked'
  accountId: string
  /** Its `jti`. */
  tokenId: string
  /** ISO 8601. */
  at: string
  requestId: string
}

/**
 * Delivers a message to another region, reliably and in order: it is written in the installation transaction of `sql`
 * and sent after the commit.
 */
export type QueueRegionMessage = (sql: Sql, zone: string, message: AppMessage) => Promise<void>
