import { count } from '../language/fill.ts'
import { formatNumber } from '../language/formats.ts'
import { formatListWithAnd } from '../language/more-formats.ts'
import { words } from './words.ts'

/** What someone fills in for a campaign, as texts of the fields. */
export type CampaignValues = {
  readonly name: string
  /** A day as the date field gives it; empty without one. */
  readonly deadline: string
  readonly senderName: string
  readonly repliesToMe: boolean
  readonly note: string
  /** Such as “3, 6”; empty for no reminders. */
  readonly days: string
}

const usualDays: readonly number[] = [3, 6]

export function newCampaign(accountDays: readonly number[] = usualDays): CampaignValues {
  return {
    name: '',
    deadline: '',
    senderName: '',
    repliesToMe: false,
    note: '',
    days: accountDays.join(', '),
  }
}

/** The days of reminders in this text, up to three; undefined if it is something else. */
export function parseDays(text: string): number[] | undefined {
  if (text.trim() === '') return []
  const days = text.split(/[,;、，\s]+/).map(Number)
  const isValid = days.length <= 3 && days.every((day) => Number.isInteger(day) && day >= 1 && day <= 30)
  return isValid ? [...new Set(days)].sort((one, other) => one - other) : undefined
}

/** “After 3 and 6 days”. */
export function daysText(days: readonly number[]): string {
  const last = days.at(-1)
  if (last === undefined) return words.reminderDays.none
  return count(words.reminderDays.after, last, {
    days: formatListWithAnd(days.map((day) => formatNumber(day))),
  })
}

/** “6 days after each invite: 2 – 5 Dec”. */
export function datedDaysText(days: readonly number[], dates: string): string {
  const last = days.at(-1)
  if (last === undefined) return dates
  return count(words.reminderDays.dated, last, {
    days: formatListWithAnd(days.map((day) => formatNumber(day))),
    dates,
  })
}

/** What the emails show of it. */
export function campaignEmailBody({ deadline, senderName, repliesToMe, note }: CampaignValues) {
  return {
    ...(deadline !== '' && { deadline }),
    ...(senderName.trim() !== '' && { senderName }),
    ...(repliesToMe && { repliesToMe }),
    ...(note.trim() !== '' && { note }),
  }
}

/** The fields of a new campaign. */
export function campaignBody(values: CampaignValues, usualName: string) {
  const name = values.name.trim() || usualName
  return { name, reminderDays: parseDays(values.days) ?? [], ...campaignEmailBody(values) }
}
