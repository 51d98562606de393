import type { Clock, Database } from '../../contract/ports.ts'
import type { SecretKey } from '../../contract/secret-key.ts'
import type { MembershipSource } from '../../identity/people/memberships.ts'

/** What signing people in takes. */
export type PeopleParts = {
  database: Database
  clock: Clock
  newId: () => string
  secretKey: SecretKey
  /** Message-IDs carry its host. */
  publicUrl: string
  /** The authorization server; passkeys belong to its host. */
  authUrl: string
  memberships: MembershipSource
  /** Codes to one address are few a day; off together with the other limits. */
  isLimited: boolean
  /** Counts a failed sign-in with an address, for the audit logs of its member. */
  noteFailure: (email: string) => void
  /** Ends what the person let apps do, in every account. */
  revokeAppsOf: (personId: string, requestId: string) => Promise<void>
  /** Ends what the dashboard may do for the person, except where sessions with these marks opened it. */
  revokeDashboardOf: (personId: string, requestId: string, keptMarks?: readonly string[]) => Promise<void>
}
