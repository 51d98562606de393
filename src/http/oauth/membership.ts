import { membership } from '../../catalog.ts'
import type { Gate } from '../../gate.ts'
import type { MembershipAnswer, RunMembership } from './membership-port.ts'

/** The operations of members in accounts that live here. */
export function membershipHere(gate: Gate): RunMembership {
  return async (name, caller, input, request) => {
    const { resource } = await gate(
      membership[name] as (typeof membership)['list_members'],
      caller,
      input,
      request,
    )
    return resource as MembershipAnswer<typeof name>
  }
}
