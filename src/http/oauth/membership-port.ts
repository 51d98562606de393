import type { membership } from '../../catalog.ts'
import type { MemberCaller } from '../../contract/caller.ts'
import type { RequestFacts } from '../../contract/request.ts'

/** The operations that members have, by their names. */
export type MembershipOperation = keyof typeof membership

/** What an operation answers with, as plain data that another region can send. */
export type MembershipAnswer<Name extends MembershipOperation> = Awaited<
  ReturnType<(typeof membership)[Name]['run']>
>['resource']

/**
 * Runs an operation as a member, in the home region of the account (`caller.region`): at the gate where that is this
 * region, by an internal call elsewhere. Fails as the operation does, with the same kind, code and message; as
 * `unavailable` where the region does not answer.
 */
export type RunMembership = <Name extends MembershipOperation>(
  name: Name,
  caller: MemberCaller,
  input: Record<string, unknown>,
  request: Pick<RequestFacts, 'id'>,
) => Promise<MembershipAnswer<Name>>
