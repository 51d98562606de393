import { currentSpan, inSpan } from '../contract/trace.ts'
import type { Gate } from './gate.ts'

/** A gate whose operations are spans of the request's trace, if there is one. */
export function traceGate(door: 'rest' | 'mcp' | 'web', gate: Gate): Gate {
  return (operation, ...rest) => {
    const span = currentSpan()?.child(operation.name, {
      'timbre.operation': operation.name,
      'timbre.door': door,
    })
    return inSpan(span, () => gate(operation, ...rest))
  }
}
