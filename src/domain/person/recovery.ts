import type { Membership } from '../../contract/authorization.ts'
import { fullReach, type SessionReach } from '../../identity/people/sessions.ts'
import type { DomainProvider } from '../../identity/providers/store.ts'

/**
 * Whether an address may sign in with a code. Where its domain requires a provider, that binds the memberships of the
 * account that requires it. A code still opens other accounts, which never heard of the provider; and owners of this one
 * have to get in when the provider doesn't work.
 */
export function mayUseCode(bound: DomainProvider | undefined, memberships: readonly Membership[]): boolean {
  if (!bound?.required) return true
  return mayRecover(bound, memberships) || hasOthers(bound, memberships)
}

/** Whether a code signs in an owner of the account that requires the provider. */
export function mayRecover(bound: DomainProvider, memberships: readonly Membership[]): boolean {
  return memberships.some(
    ({ accountId, role, isAccepted }) => accountId === bound.accountId && role === 'owner' && isAccepted,
  )
}

/** The reach of a code's session: those who have no other account get into this one only. */
export function reachOfCode(
  bound: DomainProvider | undefined,
  memberships: readonly Membership[],
): SessionReach {
  if (!bound?.required || hasOthers(bound, memberships)) return fullReach
  return { providerAccountId: null, onlyAccountId: bound.accountId }
}

function hasOthers(bound: DomainProvider, memberships: readonly Membership[]): boolean {
  return memberships.some(
    ({ accountId, signInAccountId = accountId, lacksProvider }) =>
      signInAccountId !== bound.accountId && lacksProvider === undefined,
  )
}
