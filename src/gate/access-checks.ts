import { isTokenCaller, type TokenCaller } from '../contract/caller.ts'
import { Failure, forbidden } from '../contract/failure.ts'
import { refuseOldSignIn } from '../contract/recent-sign-in.ts'
import { type Scope, scopesNeeded } from '../contract/scope.ts'
import type { AccessRequest, KnownAccessRequest } from './access-request.ts'
import { coachOf } from './coach.ts'

// Whether this kind of access is open to the caller.

export function refuseOtherCallerKind({ caller, access }: Pick<AccessRequest, 'caller' | 'access'>): void {
  const kindNeeded = 'access' in access && access.access !== 'anyToken' ? access.access : 'token'
  const kind = isTokenCaller(caller) ? 'token' : caller.kind
  if (kindNeeded !== kind) throw forbidden(wrongKindMessages[kindNeeded])
}

const linkOnlyMessage = 'Only an invite link can open this.'

const wrongKindMessages = {
  token: 'This requires an access token.',
  member: 'Only signed-in members of the account can do this.',
  taker: linkOnlyMessage,
  guest: linkOnlyMessage,
  visitor: linkOnlyMessage,
}

/** Apps of coaches may only call what is declared for them. */
export function refuseCoach({
  caller,
  access,
  status,
}: Pick<KnownAccessRequest, 'caller' | 'access' | 'status'>): void {
  if (coachOf(caller, status) === undefined) return
  if (!('coaches' in access && access.coaches === 'theirTeams')) throw new Failure('role_missing')
}

export function refuseMissingScope({
  caller,
  access,
  getRawInput,
}: Pick<AccessRequest, 'caller' | 'access' | 'getRawInput'>): void {
  if (!isTokenCaller(caller)) return
  const needed = scopesNeeded(access, 'scopeWith' in access ? peekInput(getRawInput) : {})
  const missing = missingScopes(needed, caller)
  if (missing.length === 0) return
  throw new Failure('insufficient_scope', {
    message: `The token lacks the scope ${missing.join(' and ')}.`,
    details: { scopes: needed },
  })
}

export function missingScopes(needed: readonly Scope[], caller: TokenCaller): Scope[] {
  return needed.filter((scope) => !caller.scopes.has(scope))
}

export function refuseOldSignInOfMember({
  caller,
  access,
  now,
}: Pick<AccessRequest, 'caller' | 'access' | 'now'>): void {
  refuseOldSignIn(access, caller, now())
}

/** The unchecked input. One that cannot be parsed needs no further scope here: it is refused when it is parsed. */
function peekInput(getRawInput: () => Record<string, unknown>): Record<string, unknown> {
  try {
    return getRawInput()
  } catch (error) {
    if (error instanceof Failure) return {}
    throw error
  }
}
