import { membership } from '../../catalog.ts'
import type { Gate } from '../../gate.ts'
import type { MembershipAnswer, RunMembership } from './membership-port.ts'

/** Runs what members do in accounts of this region; what another region asks for comes in here too. */
export function membershipHere(gate: Gate): RunMembership {
  return async (name, caller, input, request) => {
    const operation = membership[name] as (typeof membership)['list_members']
    const { resource } = await gate(operation, caller, input, request)
    return resource as MembershipAnswer<typeof name>
  }
}
