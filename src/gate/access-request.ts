import type { AccountHomes } from '../contract/account-homes.ts'
import type { Caller } from '../contract/caller.ts'
import type { Limits } from '../contract/limits.ts'
import type { Allowance } from '../contract/request.ts'
import type { Access } from '../contract/scope.ts'
import type { CallerStatus } from '../domain/account/caller-status-store.ts'

/** Who wants access to what, and the state of the installation that decides it. */
export type AccessRequest = {
  caller: Caller
  access: Access & { evenPaused?: true; onlyIn?: 'sandbox' }
  /** Parsed lazily: an unauthorized caller must not learn whether its body is valid. */
  getRawInput: () => Record<string, unknown>
  region: string
  homeOf: AccountHomes['homeOf']
  revocationsAreFresh: () => boolean
  now: () => Date
  limits: Limits
  /** Spends from an allowance on its first call; later calls return the same allowance. */
  spendOnce: (spend: () => Promise<Allowance | undefined>) => Promise<Allowance | undefined>
}

/** The same, once the database has said what has become of the caller and its account. */
export type KnownAccessRequest = AccessRequest & { status: CallerStatus }
