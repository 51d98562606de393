import { formatTag } from './language.ts'

/** A number as the page's language writes it, such as "1,200". */
export function formatNumber(number: number, options?: Intl.NumberFormatOptions): string {
  return number.toLocaleString(formatTag, options)
}

/** A date or time as the page's language writes it. */
export function formatDate(moment: Date, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(formatTag, options).format(moment)
}
