import type { Gate } from './gate.ts'

/**
 * Knows what is under way behind the gate. A door may stop waiting for work that takes long, and a client may leave;
 * the work goes on, and the service does not close its database before it is done.
 */
export function trackInFlight(): { track: (gate: Gate) => Gate; settled: () => Promise<void> } {
  const inFlight = new Set<Promise<unknown>>()
  return {
    track: (gate) => (operation, caller, input, request) => {
      const work = gate(operation, caller, input, request)
      const ended = work.catch(() => undefined).finally(() => inFlight.delete(ended))
      inFlight.add(ended)
      return work
    },
    settled: async () => {
      while (inFlight.size > 0) await Promise.all(inFlight)
    },
  }
}
