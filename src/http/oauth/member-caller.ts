import type { Membership } from '../../contract/authorization.ts'
import type { MemberCaller } from '../../contract/caller.ts'
import type { SignedInPerson } from '../../identity/people/sessions.ts'

/** The caller that acts as this person in this account. */
export function memberCallerOf(
  { accountId, region, memberId, lacksProvider }: Membership,
  { signedInAt, method }: Pick<SignedInPerson, 'signedInAt' | 'method'>,
): MemberCaller {
  const signIn = {
    at: signedInAt,
    byPasskey: method === 'passkey',
    ...(lacksProvider !== undefined && { lacksProvider: true as const }),
  }
  return { kind: 'member', accountId, region, memberId, signIn }
}
