import type { Membership } from '../../contract/authorization.ts'
import type { DomainProvider } from '../../identity/providers/store.ts'

/**
 * Whether an address may sign in with a code. Where its domain requires a provider, only owners of the account that
 * requires it may: they have to get in when the provider doesn't work.
 */
export function mayUseCode(bound: DomainProvider | undefined, memberships: readonly Membership[]): boolean {
  if (!bound?.required) return true
  return memberships.some(
    ({ accountId, role, isAccepted }) => accountId === bound.accountId && role === 'owner' && isAccepted,
  )
}
