/** Relative time in a language: `3 minutes ago`; `undefined` for less than a minute. */
export function formatRelativeTime(languageTag: string, iso: string, now: string): string | undefined {
  const seconds = (Date.parse(now) - Date.parse(iso)) / 1000
  const largest = units.find(([, length]) => seconds >= length)
  if (!largest) return undefined
  const [unit, length] = largest
  const words = new Intl.RelativeTimeFormat(languageTag, { numeric: 'always' })
  return words.format(-Math.floor(seconds / length), unit)
}

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const
