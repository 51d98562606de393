import type { memberOperations } from '../../catalog.ts'
import type { MemberCaller } from '../../contract/caller.ts'
import type { RequestMetadata } from '../../contract/request.ts'

/** The operations that members have, by their names. */
export type MemberOperationName = keyof typeof memberOperations

/** What an operation answers with, as plain data that another region can send. */
export type MemberOperationResult<Name extends MemberOperationName> = Awaited<
  ReturnType<(typeof memberOperations)[Name]['run']>
>['resource']

/**
 * Runs an operation as a member, in the home region of the account (`caller.region`): at the gate where that is this
 * region, by an internal call elsewhere. Fails as the operation does, with the same kind, code and message; as
 * `unavailable` where the region does not answer.
 */
export type RunMemberOperation = <Name extends MemberOperationName>(
  name: Name,
  caller: MemberCaller,
  input: Record<string, unknown>,
  request: Pick<RequestMetadata, 'id'>,
) => Promise<MemberOperationResult<Name>>
