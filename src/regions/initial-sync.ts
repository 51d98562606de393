import type { Clock } from '../contract/ports.ts'
import type { RegionLog } from './log-once.ts'

/** How long a start waits for other regions before the service is ready without them. */
const maxWaitMilliseconds = 10_000

/**
 * The period from the start of a region until it is in sync with all others. An unreachable region must not keep this
 * one from serving, so the period ends after ten seconds, with a log line that lists what is missing. Requests that
 * depend on missing data get 503 after that, and syncing continues.
 */
export function createInitialSync(parts: { clock: Clock; log: RegionLog; missing: () => string[] }) {
  let endsAt: number | undefined
  let isDone = false
  return {
    begin() {
      endsAt = parts.clock().getTime() + maxWaitMilliseconds
    },
    isOver(): boolean {
      if (isDone || endsAt === undefined) return isDone
      const missing = parts.missing()
      if (missing.length > 0 && parts.clock().getTime() < endsAt) return false
      if (missing.length > 0) parts.log.warn({ missing }, 'ready, but not in sync with every region yet')
      isDone = true
      return true
    },
  }
}
