import { existsSync } from 'node:fs'
import { type Locale, locales } from '../contract/locale.ts'
import { contentRoot, readContent } from './file.ts'

/**
 * A file of texts in every locale that has it, each read once, in the order of `locales`. Each has the texts of the
 * English file, and no other: one that is missing stops the start instead of leaving a reader before an empty line.
 */
export function localized<Texts>(file: string): ReadonlyMap<Locale, Texts> {
  const english = readContent<Texts>(`locales/en/${file}`)
  return eachLocale(file, (locale) => completed(english, readContent<Texts>(`locales/${locale}/${file}`)))
}

/** What `read` makes of a file in every locale that has it, in the order of `locales`. */
export function eachLocale<Texts>(file: string, read: (locale: Locale) => Texts): ReadonlyMap<Locale, Texts> {
  return new Map(
    locales
      .filter((locale) => existsSync(new URL(`locales/${locale}/${file}`, contentRoot)))
      .map((locale) => [locale, read(locale)]),
  )
}

/** Texts that a locale does not have yet stand in English. */
function completed<Texts>(english: Texts, own: Texts): Texts {
  if (Array.isArray(english) || typeof english !== 'object' || english === null) return own ?? english
  const entries = Object.entries({ ...english, ...own }).map(([key]) => {
    const [mine, theirs] = [own?.[key as keyof Texts], english[key as keyof Texts]]
    return [key, theirs === undefined ? mine : completed(theirs, mine as typeof theirs)]
  })
  return Object.fromEntries(entries) as Texts
}

/** The texts for a reader, and the locale that they are really in: English where there are no others. */
export function textsFor<Texts>(
  all: ReadonlyMap<Locale, Texts>,
  locale: Locale,
): { locale: Locale; texts: Texts } {
  const texts = all.get(locale)
  return texts ? { locale, texts } : { locale: 'en', texts: all.get('en') as Texts }
}
