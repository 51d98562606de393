import { dateFormat } from '../../contract/date-format.ts'

/** Nobody is reminded from 21:00 to 8:00. */
const [firstHour, endHour] = [8, 21]

/** Whether it is night at this time. The zone is an IANA name. */
export function isQuiet(at: Date, timezone: string): boolean {
  const format = dateFormat('en', { timeZone: timezone, hour: 'numeric', hourCycle: 'h23' })
  const hour = Number(format.format(at))
  return hour < firstHour || hour >= endHour
}

const quarterHour = 900_000

/** When the night ends, to the quarter of an hour at which every zone's hours begin. The time itself if it is day. */
export function quietEnd(at: Date, timezone: string): Date {
  let time = at.getTime()
  while (isQuiet(new Date(time), timezone)) time = (Math.floor(time / quarterHour) + 1) * quarterHour
  return new Date(time)
}
