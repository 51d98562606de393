import { type Locale, locales } from '../contract/locale.ts'
import { readContent } from './content-file.ts'

/**
 * A file of texts in every locale, read at startup. A locale with a missing text or file stops the start with an error
 * that names it, so that no reader sees an empty line.
 */
export function localized<Texts>(file: string): (locale: Locale) => Texts {
  const english = readContent<Texts>(`locales/en/${file}`)
  return eachLocale((locale) => {
    const own = locale === 'en' ? english : readContent<Texts>(`locales/${locale}/${file}`)
    const missing = missingText(english, own)
    if (missing !== undefined) throw new Error(`content/locales/${locale}/${file} has no text for ${missing}`)
    return own
  })
}

/** Calls `read` for every locale at startup. */
export function eachLocale<Made>(read: (locale: Locale) => Made): (locale: Locale) => Made {
  const all = new Map(locales.map((locale) => [locale, read(locale)]))
  return (locale) => all.get(locale) as Made
}

/**
 * Calls `make` for a locale when its value is first needed. For what only takes time: what can be missing in a file is
 * read at startup.
 */
export function madeOnce<Made>(make: (locale: Locale) => Made): (locale: Locale) => Made {
  const all = new Map<Locale, Made>()
  return (locale) => {
    const made = all.get(locale) ?? make(locale)
    all.set(locale, made)
    return made
  }
}

/** The path of the first English text that a locale lacks, such as `link.title`. */
function missingText(english: unknown, own: unknown, path = ''): string | undefined {
  if (typeof english === 'string') return typeof own === 'string' && own.trim() !== '' ? undefined : path
  for (const [key, text] of Object.entries(english as object)) {
    const found = missingText(
      text,
      (own as Record<string, unknown> | undefined)?.[key],
      path ? `${path}.${key}` : key,
    )
    if (found !== undefined) return found
  }
  return undefined
}
