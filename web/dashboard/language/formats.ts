import { formatTag, languageTag } from './language.ts'

/** A number as the page's language writes it, such as "1,200". */
export function formatNumber(number: number, options?: Intl.NumberFormatOptions): string {
  return number.toLocaleString(formatTag, options)
}

/** Names one after the other, without an "and": "DISC, Focus, Core". */
export function formatList(names: readonly string[]): string {
  return names.join(isWithoutSpaces ? '、' : ', ')
}

/** Whole sentences one after the other: Japanese and Chinese put no space between them. */
export function joinSentences(sentences: readonly string[]): string {
  return sentences.join(isWithoutSpaces ? '' : ' ')
}

const isWithoutSpaces = /^(ja|zh)\b/.test(languageTag)

/** A date or time as the page's language writes it. */
export function formatDate(moment: Date, options: Intl.DateTimeFormatOptions): string {
  return dateFormatter(options).format(moment)
}

/** For many dates, because making the format takes longer than writing a date. */
export function dateFormatter(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(formatTag, options)
}

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
