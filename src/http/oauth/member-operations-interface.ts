import type { MemberResults } from '../../catalog.ts'
import type { MemberCaller } from '../../contract/caller.ts'
import type { RequestMetadata } from '../../contract/request.ts'

/** Names of the operations for members. */
export type MemberOperationName = keyof MemberResults

/** The result of an operation, as plain data that another region can send. */
export type MemberOperationResult<Name extends MemberOperationName> = MemberResults[Name]

/**
 * Runs an operation as a member in the home region of the account (`caller.region`): through the gate in this region,
 * by an internal call in another. Fails like the operation, with the same kind, code and message, or as `unavailable`
 * if the region doesn't answer.
 */
export type RunMemberOperation = <Name extends MemberOperationName>(
  name: Name,
  caller: MemberCaller,
  input: Record<string, unknown>,
  request: Pick<RequestMetadata, 'id'>,
) => Promise<MemberOperationResult<Name>>
