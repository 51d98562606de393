import { phoneFault } from '../../../src/lists/phone-numbers.ts'
import { languageTag } from '../language/language.ts'
import type { ListEntry } from './read-list.ts'

/** So many numbers show whether a country has such numbers. */
const looked = 20

/**
 * The country that the numbers of a list are probably from: that of the account or the browser, if most of the numbers are
 * numbers of it. Undefined if it can't be told.
 */
export function likelyCountry(
  entries: readonly ListEntry[],
  { countries, readNational }: typeof import('../../../src/lists/number-plans.ts'),
  account: { readonly timezone?: string | undefined; readonly locale?: string | undefined },
): string | undefined {
  const numbers = entries
    .flatMap(({ person: { phone } }) => (phone && phoneFault(phone) === 'country' ? [phone] : []))
    .slice(0, looked)
  if (numbers.length === 0) return undefined
  return regionsHere(countries, account).find(
    (country) => numbers.filter((text) => readNational(text, country)).length * 2 >= numbers.length,
  )
}

function regionsHere(
  countries: readonly string[],
  { timezone, locale }: { readonly timezone?: string | undefined; readonly locale?: string | undefined },
): readonly string[] {
  const zones = [timezone, new Intl.DateTimeFormat().resolvedOptions().timeZone]
  const named = navigator.languages.flatMap((tag) => regionOf(tag) ?? [])
  // English and Spanish are spoken in too many countries.
  const spoken = [locale?.replace('_', '-').replace(/^jp$/, 'ja'), languageTag]
    .filter((tag) => tag !== undefined && !/^(?:en|es)\b/.test(tag))
    .flatMap((tag) => regionOf(new Intl.Locale(tag ?? 'und').maximize().toString()) ?? [])
  const ofZones = zones.flatMap((zone) =>
    zone === undefined ? [] : (countries.find((country) => zonesOf(country).includes(zone)) ?? []),
  )
  return [...new Set([...ofZones.slice(0, timezone ? 1 : 0), ...named, ...ofZones, ...spoken])].filter(
    (country) => countries.includes(country),
  )
}

function regionOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).region
  } catch {
    return undefined
  }
}

/** Not in all browsers. */
function zonesOf(country: string): readonly string[] {
  const locale: { getTimeZones?: () => readonly string[] | undefined } = new Intl.Locale(`und-${country}`)
  return locale.getTimeZones?.() ?? []
}
