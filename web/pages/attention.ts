import type { Stopwatch } from './stopwatch.ts'

const inputs = ['pointerdown', 'keydown', 'wheel', 'scroll', 'focusin'] as const
const tickMs = 1000
const reportMs = 15_000

/**
 * Feeds browser events to the stopwatch, ticks while the page is visible, and says when to report: every 15 s while
 * visible, and once when the page is hidden or unloaded.
 */
export function watchAttention(
  stopwatch: Stopwatch,
  { second, report, leave }: { second(): void; report(): void; leave(): void },
): void {
  for (const name of inputs) {
    addEventListener(name, stopwatch.input, { capture: true, passive: true })
  }
  let ticks: ReturnType<typeof setInterval> | undefined
  let reports: ReturnType<typeof setInterval> | undefined
  const attend = () => {
    const visible = document.visibilityState === 'visible'
    stopwatch.attend(visible && document.hasFocus())
    clearInterval(ticks)
    clearInterval(reports)
    if (!visible) return
    ticks = setInterval(() => {
      stopwatch.tick()
      second()
    }, tickMs)
    reports = setInterval(report, reportMs)
  }
  addEventListener('focus', attend)
  addEventListener('blur', attend)
  document.addEventListener('visibilitychange', () => {
    attend()
    if (document.visibilityState === 'hidden') leave()
  })
  addEventListener('pagehide', leave)
  attend()
}
