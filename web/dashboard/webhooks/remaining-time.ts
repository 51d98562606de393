import { fill } from '../language/fill.ts'
import { formatNumber } from '../language/formats.ts'
import { words } from './words.ts'

/** “2 days 3 hours”, “5 hours”, “12 minutes”: rounded down, at least a minute. */
export function remainingTime(until: string, now: Date): string {
  const minutes = Math.max(1, Math.floor((Date.parse(until) - now.getTime()) / 60_000))
  const [days, hours] = [Math.floor(minutes / 1_440), Math.floor((minutes % 1_440) / 60)]
  if (days === 0) return hours > 0 ? counted(hours, 'hour') : counted(minutes, 'minute')
  if (hours === 0) return counted(days, 'day')
  return fill(words.secret.daysAndHours, { days: counted(days, 'day'), hours: counted(hours, 'hour') })
}

function counted(count: number, unit: 'day' | 'hour' | 'minute'): string {
  return formatNumber(count, { style: 'unit', unit, unitDisplay: 'long' })
}
