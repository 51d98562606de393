import { noLimits } from '../contract/limits.ts'
import { createGate, type Gate, type GateSettings } from '../gate.ts'
import { newPublicId } from '../platform/ids.ts'

export type DemoParts = Pick<GateSettings, 'database' | 'site' | 'clock' | 'slow'>

/**
 * A gate whose clock the demo sets, so that people were invited and answered on different days. Everything
 * else is the real path: the same checks, the same scoring, the same rows.
 */
export type Stage = {
  gate: Gate
  clock: () => Date
  newId: () => string
  /** Goes so many seconds on, never past the present. */
  pass: (seconds: number) => void
}

export function openStage(parts: DemoParts, startsAt: Date): Stage {
  let time = startsAt.getTime()
  const clock = () => new Date(time)
  const newId = () => newPublicId(clock())
  const gate = createGate({
    database: parts.database,
    site: parts.site,
    // The demo is written by the rules alone, whatever is configured.
    slow: { ...parts.slow, askModel: undefined },
    clock,
    newId,
    limits: noLimits,
    revocationsAreFresh: () => true,
    noteUse: () => {},
    committed: () => {},
    checkOutputs: false,
  })
  const pass = (seconds: number) => {
    time = Math.min(parts.clock().getTime(), time + seconds * 1000)
  }
  return { gate, clock, newId, pass }
}
