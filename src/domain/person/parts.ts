import type { Clock, Database } from '../../contract/ports.ts'
import type { SecretKey } from '../../contract/secret-key.ts'
import type { MembershipSource } from '../../identity/people/memberships.ts'

/** Dependencies of signing people in. */
export type PeopleParts = {
  database: Database
  clock: Clock
  newId: () => string
  secretKey: SecretKey
  /** The host of Message-IDs. */
  publicUrl: string
  /** The authorization server; passkeys belong to its host. */
  authUrl: string
  memberships: MembershipSource
  /** Whether codes per address and day are limited; off together with the other limits. */
  isLimited: boolean
  /** Writes down that an owner signed in with a code where a provider is required, and tells the owners. */
  recordRecovery: (recovery: { accountId: string; email: string; requestId: string }) => Promise<void>
  /** Counts a failed sign-in with an address, for the audit logs of its member. */
  countFailedSignIn: (email: string) => void
  /** Revokes the grants of the person's apps in all accounts, or in one. */
  revokeAppsOf: (personId: string, requestId: string, onlyAccountId?: string | null) => Promise<void>
  /** Revokes the person's dashboard grants, except those opened from sessions with these marks. */
  revokeDashboardOf: (personId: string, requestId: string, keptMarks?: readonly string[]) => Promise<void>
}
