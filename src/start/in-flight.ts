/**
 * Tracks operations in flight. Transports may stop waiting for slow work and clients may disconnect; shutdown still
 * waits for the work to finish before it closes the database.
 */
export function trackInFlight(): {
  track: <Args extends unknown[], Value>(
    call: (...args: Args) => Promise<Value>,
  ) => (...args: Args) => Promise<Value>
  settled: () => Promise<void>
} {
  const inFlight = new Set<Promise<unknown>>()
  return {
    track:
      (call) =>
      (...args) => {
        const work = call(...args)
        const ended = work.catch(() => undefined).finally(() => inFlight.delete(ended))
        inFlight.add(ended)
        return work
      },
    settled: async () => {
      while (inFlight.size > 0) await Promise.all(inFlight)
    },
  }
}
