import type { Gate } from './gate.ts'

/**
 * Knows what is under way behind the gate. A door may stop waiting for work that takes long, and a client may leave;
 * the work goes on, and the service does not close its database before it is done.
 */
export function followWork(): { follow: (gate: Gate) => Gate; settled: () => Promise<void> } {
  const underWay = new Set<Promise<unknown>>()
  return {
    follow: (gate) => (operation, caller, input, request) => {
      const work = gate(operation, caller, input, request)
      const ended = work.catch(() => undefined).finally(() => underWay.delete(ended))
      underWay.add(ended)
      return work
    },
    settled: async () => {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}
