import { languageTag } from './language.ts'

/**
 * The countries that an account or this browser may be in, the likeliest first: by its time zone, by the languages of the
 * browser, by the language of the pages.
 */
export function regionsHere(
  countries: readonly string[],
  { timezone, locale }: { readonly timezone?: string | undefined; readonly locale?: string | undefined },
): readonly string[] {
  const ofZone = (zone: string | undefined) =>
    zone === undefined ? undefined : countries.find((country) => zonesOf(country).includes(zone))
  // English and Spanish are spoken in too many countries.
  const spoken = [locale?.replace('_', '-').replace(/^jp$/, 'ja'), languageTag].map((tag) =>
    tag === undefined || /^(?:en|es)\b/.test(tag) ? undefined : regionOf(tag),
  )
  const found = [
    ofZone(timezone),
    ...navigator.languages.map((tag) => localeOf(tag)?.region),
    ofZone(new Intl.DateTimeFormat().resolvedOptions().timeZone),
    ...spoken,
  ]
  return [...new Set(found)].flatMap((one) => (one && countries.includes(one) ? [one] : []))
}

/** The country where most people who speak a language live, unless its tag names another. */
function regionOf(tag: string): string | undefined {
  return localeOf(tag)?.maximize().region
}

/** Undefined for what some systems name their language, such as “C”. */
function localeOf(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag)
  } catch {
    return undefined
  }
}

/** Not in all browsers. */
function zonesOf(country: string): readonly string[] {
  const locale: { getTimeZones?: () => readonly string[] | undefined } = new Intl.Locale(`und-${country}`)
  return locale.getTimeZones?.() ?? []
}
