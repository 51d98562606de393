import { type DebriefTexts, readDebriefTexts } from '../../content/debrief.ts'
import { eachLocale, textsFor } from '../../content/localized.ts'
import type { Locale } from '../../contract/locale.ts'

/**
 * The sentences of debriefs for a reader. Until a locale has its file the reader gets English, and the texts say so
 * by their own `locale`, so that a stored debrief names the language that its words are really in.
 */
export function debriefTexts(locale: Locale): DebriefTexts {
  return textsFor(written, locale).texts
}

const written = eachLocale('debrief.json', (locale) => readDebriefTexts(locale))
