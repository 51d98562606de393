import { existsSync } from 'node:fs'
import { type Locale, locales } from '../contract/locale.ts'
import { contentRoot } from './file.ts'
import { type Items, readItems } from './items.ts'
import { readScales, type Scales } from './names.ts'

/**
 * The locales whose two files are there, in the order of `locales`. A file that is there must be complete: one
 * with a text missing stops the start instead of leaving a person before an empty line.
 */
export const availableLocales: readonly Locale[] = Object.freeze(
  locales.filter((locale) =>
    ['items.json', 'scales.json'].every((file) =>
      existsSync(new URL(`locales/${locale}/${file}`, contentRoot)),
    ),
  ),
)

const items = new Map(availableLocales.map((locale) => [locale, readItems(locale)]))
const scales = new Map(availableLocales.map((locale) => [locale, readScales(locale)]))

/** The instruments' texts. A locale that is not available yet gets English, and `locale` then says `en`. */
export function itemsIn(locale: Locale): Items {
  return items.get(locale) ?? (items.get('en') as Items)
}

/** Names and level texts, with the same fall back to English. */
export function scalesIn(locale: Locale): Scales {
  return scales.get(locale) ?? (scales.get('en') as Scales)
}
