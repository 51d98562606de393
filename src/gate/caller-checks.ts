import { Failure, forbidden, wrongRegion } from '../contract/failure.ts'
import { scopesOfRole } from '../contract/scope.ts'
import type { AccessRequest, KnownAccessRequest } from './access-request.ts'

// Whether the caller may still act for the account, whatever it wants there.

export function refuseOtherRegion({
  caller,
  region,
  homeOf,
}: Pick<AccessRequest, 'caller' | 'region' | 'homeOf'>): void {
  const home = homeOf(caller.accountId, caller.region)
  if (home !== region) throw wrongRegion(home)
  // No region can sign for an account that has left it.
  if (caller.region !== region)
    throw invalidToken(
      'This token was issued before the account moved to this region. Request a new one here.',
    )
}

/**
 * The authorization server may have revoked an app since its token was issued. A region that has not received
 * revocations for too long cannot tell, and refuses all apps until it has.
 */
export function refuseStaleRevocations({
  caller,
  revocationsAreFresh,
}: Pick<AccessRequest, 'caller' | 'revocationsAreFresh'>): void {
  if (caller.kind !== 'delegate' || revocationsAreFresh()) return
  throw new Failure('unavailable', {
    message: "This region can't check whether the app still has access. Try again soon.",
    retryAfterSeconds: 5,
  })
}

export function refuseRevokedClient({ status }: Pick<KnownAccessRequest, 'status'>): void {
  if (!status.isClientActive) throw invalidToken('The client of this token has been revoked.')
}

/** Members can't grant more than their role allows, so a demotion invalidates tokens with more scopes. */
export function refuseInvalidDelegation({
  caller,
  status: { account, isRevoked, member },
}: Pick<KnownAccessRequest, 'caller' | 'status'>): void {
  if (caller.kind !== 'delegate') return
  if (!isRevoked && member?.isAccepted && (caller.byPasskey || !account.requirePasskey)) {
    const allowed = scopesOfRole(member.role)
    if ([...caller.scopes].every((scope) => allowed.includes(scope))) return
  }
  throw invalidToken('The app no longer has access to this account. Ask the member to connect it again.')
}

export function refuseNonMember({
  caller,
  access,
  status: { member },
}: Pick<KnownAccessRequest, 'caller' | 'access' | 'status'>): void {
  if (caller.kind !== 'member' || !('access' in access) || access.access !== 'member') return
  if (!member || !(member.isAccepted || access.evenInvited)) {
    throw forbidden("You're not a member of this account. Ask an owner to invite you.")
  }
  if (access.roles.includes(member.role)) return
  throw forbidden("Your role in this account doesn't allow this. Ask an owner of the account.")
}

export function refuseMissingPasskey({
  caller,
  access,
  status: { account },
}: Pick<KnownAccessRequest, 'caller' | 'access' | 'status'>): void {
  if (caller.kind !== 'member' || !account.requirePasskey || caller.signIn?.byPasskey) return
  if ('access' in access && access.access === 'member' && access.evenWithoutPasskey) return
  throw new Failure('passkey_required')
}

/** What an invited person and a member may do about themselves needs no provider, like no passkey. */
export function refuseMissingProvider({ caller, access }: Pick<AccessRequest, 'caller' | 'access'>): void {
  if (caller.kind !== 'member' || !caller.signIn?.lacksProvider) return
  if ('access' in access && access.access === 'member' && access.evenWithoutPasskey) return
  throw new Failure('provider_required')
}

/** Those who act for the account learn which one it is and since when, because they can't read it any more. */
export function refusePaused({
  caller,
  access,
  status: { account },
}: Pick<KnownAccessRequest, 'caller' | 'access' | 'status'>): void {
  if (!account.paused || access.evenPaused) return
  const { name, pausedAt = null } = account
  const isOfAccount = ['machine', 'delegate', 'member'].includes(caller.kind)
  throw new Failure('account_paused', {
    ...(isOfAccount && {
      details: { account: { name, pausedAt: pausedAt && new Date(pausedAt).toISOString() } },
    }),
  })
}

export function refuseOtherMode({
  access,
  status: { account },
}: Pick<KnownAccessRequest, 'access' | 'status'>): void {
  if (access.onlyIn && account.mode !== access.onlyIn) throw new Failure('sandbox_only')
}

function invalidToken(message: string): Failure {
  return new Failure('token_invalid', { message })
}
