import { formatDate } from '../language/formats.ts'

/** “Monday” and “08:00”: a time within the next days. Sentences join them, each language in its own way. */
export function weekdayMoment(at: string): { day: string; time: string } {
  const moment = new Date(at)
  return {
    day: formatDate(moment, { weekday: 'long' }),
    time: formatDate(moment, { hour: '2-digit', minute: '2-digit' }),
  }
}

/** “10:15”, with the day if it is not today: when something is due next. What is overdue is due now. */
export function dueMoment(at: string | null): string {
  const moment = new Date(Math.max(at === null ? 0 : Date.parse(at), Date.now()))
  const isToday = moment.toDateString() === new Date().toDateString()
  const day = isToday ? {} : ({ day: 'numeric', month: 'short' } as const)
  return formatDate(moment, { ...day, hour: '2-digit', minute: '2-digit' })
}
