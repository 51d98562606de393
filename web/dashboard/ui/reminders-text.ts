import { fill } from '../language/fill.ts'
import { reminderDates } from '../words/reminder-dates.ts'
import { words } from './campaign-email-words.ts'
import { shortDays } from './short-days.ts'

/** “Reminders on 2 Dec, 5 Dec.”: what someone who is invited now gets, or why there is none. */
export function remindersText(
  days: readonly number[],
  { deadline, zone = 'UTC' }: { deadline: string; zone?: string | undefined },
): string {
  const { on, off, tooLate } = words.reminders
  if (days.length === 0) return off
  const dates = reminderDates(days, { deadline, zone })
  return dates.length === 0 ? tooLate : fill(on, { dates: shortDays(dates) })
}
