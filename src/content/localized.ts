import { type Locale, locales } from '../contract/locale.ts'
import { readContent } from './content-file.ts'

/**
 * A file of texts in every locale, each read once, before anything is asked for. A locale in which one of the English
 * texts is missing, or a whole file, stops the start by its name instead of leaving a reader before an empty line.
 */
export function localized<Texts>(file: string): (locale: Locale) => Texts {
  const english = readContent<Texts>(`locales/en/${file}`)
  return eachLocale((locale) => {
    const own = readContent<Texts>(`locales/${locale}/${file}`)
    const missing = missingText(english, own)
    if (missing !== undefined) throw new Error(`content/locales/${locale}/${file} has no text for ${missing}`)
    return own
  })
}

/** What `read` makes of every locale, made once and before anything is asked for. */
export function eachLocale<Made>(read: (locale: Locale) => Made): (locale: Locale) => Made {
  const all = new Map(locales.map((locale) => [locale, read(locale)]))
  return (locale) => all.get(locale) as Made
}

/** The path of the first English text that a locale does not have, such as `link.title`. */
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
