import type { Limits } from '../contract/limits.ts'
import { createAuthorize, createGate, type GateSettings } from '../gate/gate.ts'
import type { Foundation } from './foundation.ts'
import { trackInFlight } from './in-flight.ts'
import type { ServiceOptions } from './service-options.ts'
import type { Shutdown } from './shutdown.ts'
import type { Workers } from './workers.ts'

/** Opens the gate. Shutdown waits for the operations behind it. */
export function openGate(
  { parts }: Foundation,
  { outbox, noteEvents, regions, uses }: Workers,
  limits: Limits,
  { checkOutputs = false }: ServiceOptions,
  shutdown: Shutdown,
) {
  const inFlight = trackInFlight()
  shutdown.add('work', 'operations in flight', inFlight.settled)
  const settings: GateSettings = {
    ...parts,
    checkOutputs,
    limits,
    wakeOutbox: () => outbox.wake(),
    noteEvents,
    revocationsAreFresh: regions.revocationsAreFresh,
    recordUse: uses.note,
  }
  return {
    gate: inFlight.track(createGate(settings)),
    authorize: inFlight.track(createAuthorize(settings)),
  }
}
