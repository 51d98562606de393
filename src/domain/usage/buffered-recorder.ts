import type { Clock } from '../../contract/ports.ts'

export type UsageRecorder = {
  /** Notes a use in memory; runs no statement. */
  record: (name: string) => void
  /** Writes what was noted: one call of `write`, each name at most once per `everyMs`. */
  flush: () => Promise<void>
}

/**
 * Collects uses of apps, API keys or links in memory, to be written together every few seconds: a last-used time
 * needn't be exact, and no request should wait for it.
 */
export function createBufferedRecorder(
  clock: Clock,
  write: (names: readonly string[], now: Date) => Promise<unknown>,
  everyMs = minute,
): UsageRecorder {
  let pending = new Set<string>()
  const writtenAt = new Map<string, number>()
  return {
    record(name) {
      const last = writtenAt.get(name)
      if (last === undefined || clock().getTime() - last >= everyMs) pending.add(name)
    },
    async flush() {
      if (pending.size === 0) return
      const names = [...pending]
      const now = clock()
      pending = new Set()
      for (const [name, at] of writtenAt) if (now.getTime() - at >= everyMs) writtenAt.delete(name)
      // Names that can't be written are dropped: the next use notes them again.
      await write(names, now)
      for (const name of names) writtenAt.set(name, now.getTime())
    },
  }
}

const minute = 60_000
