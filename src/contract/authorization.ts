import type { Role } from './role.ts'
import type { Scope } from './scope.ts'

/** The dashboard of the installation: an app like any other, except that nobody is asked whether it may. */
export const dashboardClientId = 'dashboard'

/** An app as people are told of it. */
export type App = {
  clientId: string
  /** As the app calls itself, made harmless for a page: one line of plain text. */
  name: string
  /**
   * `registered` by the operator, `dynamic` when it registered itself, `document` when a document at its own address
   * describes it (client-ID metadata document).
   */
  kind: 'registered' | 'dynamic' | 'document'
  /** When it was registered; null where a document describes it. */
  createdAt: string | null
  /** Whether it can keep a secret and has one. */
  isConfidential: boolean
}

/** An account in which a person acts, wherever it lives. */
export type Membership = {
  accountId: string
  accountName: string
  region: string
  memberId: string
  role: Role
  isPaused: boolean
  /** False until the person has accepted the invitation. */
  isAccepted: boolean
  /** Whether its members have to sign in with a passkey. */
  requirePasskey: boolean
}

/** Who has signed in at the authorization server. */
export type Person = { id: string; email: string }

/** A person's consent: what becomes a grant when the app is let in. */
export type AppConnection = {
  /** Which request it answers: a secret of this request, kept hashed. No request is answered twice. */
  answers: string
  /** The public id that the grant is to have (`gid`). */
  id: string
  person: Person
  /** Whether the person signed in with a passkey. */
  byPasskey: boolean
  /** As the page of consent knew it a moment ago; looked at again where the account lives here. */
  membership: Membership
  app: Pick<App, 'clientId' | 'name'>
  redirectHost: string
  scopes: readonly Scope[]
  /** As the protocol keeps it. */
  payload: Record<string, unknown>
  expiresAt: Date
  requestId: string
  /** The secret of the browser's session, kept hashed, where the app is the dashboard. */
  session?: string
}

/** What one person let one app do in one account. */
export type AppGrant = {
  id: string
  personId: string
  accountId: string
  region: string
  memberId: string
  clientId: string
  appName: string
  /** Where the app is sent back to: a host, `localhost`, or the scheme of an app on a phone. */
  redirectHost: string
  scopes: readonly Scope[]
  /** Whether the person had signed in with a passkey. */
  byPasskey: boolean
  createdAt: string
  lastUsedAt: string | null
  expiresAt: string
  revokedAt: string | null
}

/** Why a grant ended; the audit log says it. */
export type RevokeReason =
  | 'person' // on the page of connected apps
  | 'account' // by an owner of the account
  | 'app' // the app itself (RFC 7009)
  | 'code_replay'
  | 'refresh_reuse'
  | 'member_removed'
  | 'role_changed'
  | 'client_deleted'
  | 'signed_out_everywhere'
  | 'same_session' // of the dashboard: another grant of the session goes on, or its end was said with that one
