import en from '../../content/locales/en/letters.json' with { type: 'json' }
import type { Locale } from '../contract/locale.ts'

export type Letters = typeof en

/**
 * The texts of all letters for a reader. Until a locale has its file, the reader gets the English letter, and
 * `locale` says so, so that language tags and dates agree with the words around them.
 */
export function lettersFor(locale: Locale): { locale: Locale; letters: Letters } {
  const letters = written[locale]
  return letters ? { locale, letters } : { locale: 'en', letters: en }
}

const written: Partial<Record<Locale, Letters>> = { en }
