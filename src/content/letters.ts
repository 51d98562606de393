import type { Locale } from '../contract/locale.ts'
import { localized, textsFor } from './localized.ts'

export type Letters = typeof import('../../content/locales/en/letters.json', { with: { type: 'json' }})

/**
 * The texts of all letters for a reader. Until a locale has its file, the reader gets the English letter, and
 * `locale` says so, so that language tags and dates agree with the words around them.
 */
export function lettersFor(locale: Locale): { locale: Locale; letters: Letters } {
  const { locale: told, texts } = textsFor(written, locale)
  return { locale: told, letters: texts }
}

const written = localized<Letters>('letters.json')
