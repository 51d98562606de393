import { timeZoneOrUtc } from '../message/date-time.ts'
import type { NoticeFrequency } from './model.ts'

const quarterHour = 900_000
const day = 86_400_000

/**
 * When the next digest after a time is due: at 8:00 in the zone (an IANA name), weekly ones on Mondays. Looks at quarters
 * of an hour, at which every zone's hours begin, so days of 23 and 25 hours need no rule.
 */
export function nextDigestAt(after: Date, timezone: string, frequency: NoticeFrequency): Date {
  const format = new Intl.DateTimeFormat('en', {
    timeZone: timeZoneOrUtc(timezone),
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const wanted = frequency === 'weekly' ? 'Mon 08:00' : '08:00'
  const last = after.getTime() + 8 * day
  for (let time = nextQuarter(after.getTime()); time <= last; ) {
    const reading = readingOf(format, time)
    if (reading.endsWith(wanted)) return new Date(time)
    // Clocks change by an hour at most, so 8:00 can't be passed before it is near.
    time += /^\w+ 0[67]/.test(reading) ? quarterHour : 4 * quarterHour
  }
  throw new Error(`There is no 8:00 in ${timezone}.`)
}

function nextQuarter(time: number): number {
  return (Math.floor(time / quarterHour) + 1) * quarterHour
}

/** As in `Mon 08:00`. */
function readingOf(format: Intl.DateTimeFormat, time: number): string {
  const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, value]))
  return `${parts.get('weekday')} ${parts.get('hour')}:${parts.get('minute')}`
}
