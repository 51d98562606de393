import { formatDate } from '../language/formats.ts'
import { formatRelativeDay } from '../language/more-formats.ts'

/** A short date: “today”, “yesterday”, “13 Nov”, with the year if it is not the current one. */
export function nearDay(moment: Date, now: Date): string {
  const day = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())
  const ago = (day(now) - day(moment)) / 86_400_000
  if (ago === 0 || ago === 1) return formatRelativeDay(-ago)
  return formatDate(moment, moment.getFullYear() === now.getFullYear() ? short : long)
}

const short = { day: 'numeric', month: 'short' } as const
const long = { ...short, year: 'numeric' } as const
