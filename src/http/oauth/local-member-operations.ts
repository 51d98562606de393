import { memberOperations } from '../../catalog.ts'
import type { Gate } from '../../gate/gate.ts'
import type { RunMemberOperation } from './member-operations-interface.ts'

/** Runs the operations of members in accounts of this region, including calls from other regions. */
export function createLocalMemberOperations(gate: Gate): RunMemberOperation {
  return async (name, caller, input, request) => {
    const { resource } = await gate(memberOperations[name], caller, input, request)
    return resource
  }
}
