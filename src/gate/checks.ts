import {
  refuseCoach,
  refuseMissingScope,
  refuseOldSignInOfMember,
  refuseOtherCallerKind,
} from './access-checks.ts'
import type { AccessRequest, KnownAccessRequest } from './access-request.ts'
import {
  refuseInvalidDelegation,
  refuseMissingPasskey,
  refuseMissingProvider,
  refuseNonMember,
  refuseOtherMode,
  refuseOtherRegion,
  refusePaused,
  refuseRevokedClient,
  refuseStaleRevocations,
} from './caller-checks.ts'
import { refuseExhaustedAllowance } from './rate-limit.ts'

// What refuses a caller, in this order. A check that fails hides those after it, so that a caller without access learns
// nothing about its input.

/** Run before the transaction opens. */
export const checksBeforeTransaction: readonly ((request: AccessRequest) => void)[] = [
  refuseOtherRegion,
  refuseStaleRevocations,
]

/**
 * Run once the account is read. For an operation, these follow: the input is parsed, a stored response to the same
 * idempotency key is replayed, billing is checked, and the operation runs.
 */
export const checksInTransaction: readonly ((request: KnownAccessRequest) => void | Promise<void>)[] = [
  refuseRevokedClient,
  refuseInvalidDelegation,
  refuseNonMember,
  refuseMissingProvider,
  refuseMissingPasskey,
  refuseOtherCallerKind,
  refuseCoach,
  refuseMissingScope,
  refuseOldSignInOfMember,
  refusePaused,
  refuseOtherMode,
  refuseExhaustedAllowance,
]
