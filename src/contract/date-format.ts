/**
 * A format of dates, as `new Intl.DateTimeFormat` makes it, with the same errors. Kept, because to make one takes fifty
 * times as long as to format a date. The number is bounded, because there are hundreds of time zones with several
 * spellings each.
 */
export function dateFormat(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = JSON.stringify([language, options])
  const found = known.get(name)
  if (found) return found
  const format = new Intl.DateTimeFormat(language, options)
  if (known.size >= maxKnown) known.clear()
  known.set(name, format)
  return format
}

const known = new Map<string, Intl.DateTimeFormat>()
const maxKnown = 500
