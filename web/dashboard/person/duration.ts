import type { Timer } from '../client/types.ts'
import { fill } from '../language/fill.ts'
import { words } from './words.ts'

/** Seconds in words: `42 s`, `5 min 42 s`, `1 h 3 min`. */
export function durationText(seconds: number): string {
  const whole = Math.round(seconds)
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60]
  const slots = { h: hours, min: minutes, s: rest }
  if (hours > 0) return fill(words.duration.hours, slots)
  if (minutes === 0) return fill(words.duration.seconds, slots)
  return fill(rest === 0 ? words.duration.minutes : words.duration.minutesAndSeconds, slots)
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
