/**
 * Two parts of one statement, such as a score and its level: "60, high". Intl has no list without an "and" that is right in all
 * languages.
 */
export function pair(languageTag: string, first: string, second: string): string {
  return first + separator(languageTag) + second
}

function separator(languageTag: string): string {
  if (languageTag.startsWith('ja')) return '、'
  return languageTag.startsWith('zh') ? '，' : ', '
}

/** A whole percentage as the language writes it, such as "60 %" in German. */
export function percentage(languageTag: string, percent: number): string {
  return new Intl.NumberFormat(languageTag, { style: 'percent' }).format(percent / 100)
}

/** A number with one decimal. */
export function oneDecimal(languageTag: string, number: number): string {
  return new Intl.NumberFormat(languageTag, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(
    number,
  )
}
