import type { Campaign } from '../client/types.ts'
import { shortDays } from '../ui/short-days.ts'
import { datedDaysText, daysText } from '../words/campaign-values.ts'
import { reminderDates } from '../words/reminder-dates.ts'
import { words } from './words.ts'

/** “6 days after each invite: 2 – 5 Dec”: those that are to come. Without any, what someone gets who is invited now. */
export function remindersOfCampaign(
  { state, reminderDays, deadline }: Pick<Campaign, 'state' | 'reminderDays' | 'deadline'>,
  dates: readonly string[],
  zone: string,
): string {
  if (state === 'ended') return reminderDays.length > 0 ? words.one.noMore : daysText([])
  if (dates.length > 0) return datedDaysText(reminderDays, shortDays(dates))
  const isTooLate =
    state === 'open' &&
    reminderDays.length > 0 &&
    reminderDates(reminderDays, { deadline: deadline ?? '', zone }).length === 0
  return isTooLate ? words.one.tooLate : daysText(reminderDays)
}
