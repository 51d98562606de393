import { noLimits } from '../contract/limits.ts'
import { createGate, type Gate, type GateSettings } from '../gate.ts'
import { newPublicId } from '../platform/ids.ts'

export type DemoParts = Pick<GateSettings, 'database' | 'site' | 'clock' | 'asyncPorts'>

/**
 * A gate whose clock the demo sets, so that people were invited and answered on different days. Everything
 * else is the real path: the same checks, the same scoring, the same rows.
 */
export type DemoGate = {
  gate: Gate
  clock: () => Date
  newId: () => string
  /** Goes so many seconds on, never past the present. */
  advance: (seconds: number) => void
}

export function openDemoGate(parts: DemoParts, startsAt: Date): DemoGate {
  let time = startsAt.getTime()
  const clock = () => new Date(time)
  const newId = () => newPublicId(clock())
  const gate = createGate({
    database: parts.database,
    site: parts.site,
    // The demo is written by the rules alone, whatever is configured.
    asyncPorts: { ...parts.asyncPorts, askModel: undefined },
    clock,
    newId,
    limits: noLimits,
    revocationsAreFresh: () => true,
    recordUse: () => {},
    onCommit: () => {},
    checkOutputs: false,
  })
  const advance = (seconds: number) => {
    time = Math.min(parts.clock().getTime(), time + seconds * 1000)
  }
  return { gate, clock, newId, advance }
}
