import type { Role } from './role.ts'
import type { Scope } from './scope.ts'

/** The installation's dashboard: an app like any other, except that it needs no consent. */
export const dashboardClientId = 'dashboard'

/** The app of every installation for `clients/cli`. It asks for consent like any other. */
export const commandLineClientId = 'timbre-cli'

/** An app, as shown to people. */
export type App = {
  clientId: string
  /** The app's own name for itself, sanitized: one line of plain text. */
  name: string
  /**
   * `registered` by the operator; `dynamic` if it registered itself; `document` if a document at its own address
   * describes it (client ID metadata document).
   */
  kind: 'registered' | 'dynamic' | 'document'
  /** When it was registered; null if a document describes it. */
  createdAt: string | null
  /** Whether it is a confidential client with a secret. */
  isConfidential: boolean
}

/** An account of which a person is a member, in any region. */
export type Membership = {
  accountId: string
  accountName: string
  region: string
  memberId: string
  role: Role
  isPaused: boolean
  /** False until the person has accepted the invitation. */
  isAccepted: boolean
  /** Whether members must sign in with a passkey. */
  requirePasskey: boolean
  /** The account whose members these are: for a sandbox, the account that made it. Only in this region. */
  signInAccountId?: string
  /** The identity provider that this member must sign in with, unless the session already has its word. */
  lacksProvider?: string
  /** The account whose identity provider has vouched for this member in the session. None unless it did. */
  vouchedBy?: string
}

/** The person who is signed in at the authorization server. */
export type Person = { id: string; email: string }

/** A person's consent, which becomes a grant. */
export type AppConnection = {
  /** The authorization request that it answers, as a hashed secret. A request can be answered once. */
  answers: string
  /** The public id of the future grant (`gid`). */
  id: string
  person: Person
  /** Whether the person signed in with a passkey. */
  byPasskey: boolean
  /** As known to the consent page a moment ago; checked again if the account is in this region. */
  membership: Membership
  app: Pick<App, 'clientId' | 'name'>
  redirectHost: string
  scopes: readonly Scope[]
  /** In the format of the OAuth library. */
  payload: Record<string, unknown>
  expiresAt: Date
  requestId: string
  /** The hashed secret of the browser session, if the app is the dashboard. */
  session?: string
}

/** What one person allowed one app to do in one account. */
export type AppGrant = {
  id: string
  personId: string
  accountId: string
  region: string
  memberId: string
  clientId: string
  appName: string
  /** Where the app is redirected to: a host, `localhost`, or the URL scheme of a mobile app. */
  redirectHost: string
  scopes: readonly Scope[]
  /** Whether the person had signed in with a passkey. */
  byPasskey: boolean
  createdAt: string
  lastUsedAt: string | null
  expiresAt: string
  revokedAt: string | null
}

/** Why a grant ended, for the audit log. */
export type RevokeReason =
  | 'person' // on the page of connected apps
  | 'account' // by an owner of the account
  | 'app' // the app itself (RFC 7009)
  | 'code_replay'
  | 'refresh_reuse'
  | 'member_removed'
  | 'role_changed'
  | 'provider_required' // the account has begun to require its identity provider
  | 'provider_ended' // it came from the account's identity provider, which was changed or removed, or lost the domain
  | 'client_deleted'
  | 'signed_out_everywhere'
  | 'same_session' // of the dashboard: another grant of the session continues, or its end was recorded with that one
