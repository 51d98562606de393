import type { Locale } from '../contract/locale.ts'
import { readContent } from './file.ts'

/**
 * What a text about a person may not say in one language, and the words that put somebody above or below others. A
 * word that ends in `*` stands for all that begin like it; several words stand for themselves in this order.
 */
export type DebriefWords = {
  readonly locale: Locale
  readonly banned: readonly string[]
  readonly levels: Readonly<Record<'high' | 'low', readonly string[]>>
}

/** Reads a locale's words. */
export function readDebriefWords(locale: Locale, root?: URL): DebriefWords {
  return readContent<DebriefWords>(`locales/${locale}/debriefWords.json`, root)
}
