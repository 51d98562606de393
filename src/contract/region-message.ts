import type { RevokeReason } from './authorization.ts'
import type { Sql } from './ports.ts'
import type { Scope } from './scope.ts'

/** What the authorization server tells the home region of an account about the apps of its members. */
export type AppMessage = AppConnected | AppDisconnected | TokenRevoked

/** A member let an app in. The home region writes the entry of its audit. */
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

/** A grant has ended. The home region refuses its tokens from now on, and writes the entry of its audit. */
export type AppDisconnected = {
  kind: 'app_disconnected'
  accountId: string
  grantId: string
  clientId: string
  actor: { kind: 'client' | 'member' | 'person' | 'operator' | 'system'; id: string; clientId: string | null }
  reason: RevokeReason
  /** ISO 8601. */
  at: string
  requestId: string
}

/** One access token was taken back by its app; the grant goes on. The home region refuses the token from now on. */
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
 * Lets another region know, surely and in order: the message is written in the transaction of `sql`, which is a
 * transaction of the installation, and goes out after it has committed.
 */
export type QueueRegionMessage = (sql: Sql, zone: string, message: AppMessage) => Promise<void>
