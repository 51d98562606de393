import { formatNumber } from './formats.ts'
import { formatTag } from './language.ts'

// Apart from the other formats, because the first script uses none of these.

/** A day by its distance from today, such as "today" for 0 and "yesterday" for -1. */
export function formatRelativeDay(days: number): string {
  return new Intl.RelativeTimeFormat(formatTag, { numeric: 'auto' }).format(days, 'day')
}

/** A share from 0 to 1 in whole percent, such as "65%". */
export function formatPercent(share: number): string {
  // Rounded as everywhere else; Intl would round by the decimal digits, 0.285 to 29%.
  return formatNumber(Math.round(100 * share) / 100, { style: 'percent' })
}

/** Names with an "and" before the last one: "DISC, Focus and Core". */
export function formatListWithAnd(names: readonly string[]): string {
  return new Intl.ListFormat(formatTag, { type: 'conjunction' }).format(names)
}
