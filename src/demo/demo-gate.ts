import { noLimits } from '../contract/limits.ts'
import { createGate, type Gate, type GateSettings } from '../gate/gate.ts'
import { newPublicId } from '../platform/ids.ts'

export type DemoParts = Pick<GateSettings, 'database' | 'installation' | 'clock' | 'asyncPorts'>

/**
 * A gate with an adjustable clock, so that people are invited and answer on different days. Everything else is the
 * regular code: the same checks, the same scoring, the same rows.
 */
export type DemoGate = {
  gate: Gate
  clock: () => Date
  newId: () => string
  /** Moves the clock forward, but never past the present. */
  advance: (seconds: number) => void
}

export function openDemoGate(parts: DemoParts, startsAt: Date): DemoGate {
  let time = startsAt.getTime()
  const clock = () => new Date(time)
  const newId = () => newPublicId(clock())
  const gate = createGate({
    database: parts.database,
    installation: parts.installation,
    // Demo debriefs are always rule-based, whatever is configured.
    asyncPorts: { ...parts.asyncPorts, askModel: undefined },
    clock,
    newId,
    limits: noLimits,
    revocationsAreFresh: () => true,
    recordUse: () => {},
    wakeOutbox: () => {},
    noteEvents: () => {},
    checkOutputs: false,
  })
  const advance = (seconds: number) => {
    time = Math.min(parts.clock().getTime(), time + seconds * 1000)
  }
  return { gate, clock, newId, advance }
}
