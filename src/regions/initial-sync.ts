import type { Clock } from '../contract/ports.ts'
import type { RegionLog } from './log-once.ts'

/** How long a start waits for other regions before it is ready without them. */
const maxWaitMilliseconds = 10_000

/**
 * The time from the start of a region until it has heard from all others. A region that cannot be reached must not keep
 * this one from serving, so the time ends after ten seconds, with a line in the log that says what is missing. What a
 * region has not heard stays refused with 503 after that, and is still asked for.
 */
export function createInitialSync(parts: { clock: Clock; log: RegionLog; missing: () => string[] }) {
  let endsAt: number | undefined
  let isOver = false
  return {
    begin() {
      endsAt = parts.clock().getTime() + maxWaitMilliseconds
    },
    isOver(): boolean {
      if (isOver || endsAt === undefined) return isOver
      const missing = parts.missing()
      if (missing.length > 0 && parts.clock().getTime() < endsAt) return false
      if (missing.length > 0) parts.log.warn({ missing }, 'ready without having heard from every region')
      isOver = true
      return true
    },
  }
}
