import type { Timer } from '../client/types.ts'

/** Seconds in words: `42 s`, `5 min 42 s`, `1 h 3 min`. */
export function durationText(seconds: number): string {
  const whole = Math.round(seconds)
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60]
  if (hours > 0) return `${hours} h ${minutes} min`
  if (minutes > 0) return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`
  return `${rest} s`
}

/** The total time: active, away from the page, and idle on the page. */
export function totalOf(
  timers: readonly Timer[],
): Pick<Timer, 'activeSeconds' | 'inactiveSeconds' | 'idleSeconds'> {
  const sum = (name: 'activeSeconds' | 'inactiveSeconds' | 'idleSeconds') =>
    timers.reduce((seconds, timer) => seconds + timer[name], 0)
  return {
    activeSeconds: sum('activeSeconds'),
    inactiveSeconds: sum('inactiveSeconds'),
    idleSeconds: sum('idleSeconds'),
  }
}
