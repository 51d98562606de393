import { performance } from 'node:perf_hooks'

/** The share of a second in which the event loop may be busy. */
const little = 0.1

/**
 * Calls `work` once, after a second in which the process had little to do. For what the first request that needs it would
 * wait for, and a start need not wait for. An error is that request's to report.
 */
export function inQuietMoment(work: () => Promise<unknown>): { stop: () => void } {
  let before = performance.eventLoopUtilization()
  const timer = setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(before)
    before = performance.eventLoopUtilization()
    if (utilization > little) return
    clearInterval(timer)
    work().catch(() => {})
  }, 1_000)
  return { stop: () => clearInterval(timer) }
}
