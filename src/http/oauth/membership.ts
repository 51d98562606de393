import { membership } from '../../catalog.ts'
import { Failure } from '../../contract/failure.ts'
import type { Gate } from '../../gate.ts'
import type { MembershipAnswer, RunMembership } from './membership-port.ts'

/** Runs what members do: at the gate for accounts that live here, and by `elsewhere` in other regions. */
export function membershipIn(
  region: string,
  gate: Gate,
  elsewhere: RunMembership = unreachable,
): RunMembership {
  const here = membershipHere(gate)
  return (name, caller, input, request) =>
    (caller.region === region ? here : elsewhere)(name, caller, input, request)
}

/** The operations of members in accounts of this region; what another region asks for comes in here too. */
export function membershipHere(gate: Gate): RunMembership {
  return async (name, caller, input, request) => {
    const operation = membership[name] as (typeof membership)['list_members']
    const { resource } = await gate(operation, caller, input, request)
    return resource as MembershipAnswer<typeof name>
  }
}

async function unreachable(): Promise<never> {
  throw new Failure('unavailable', 'The region of this account cannot be reached. Try again soon.')
}
