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
