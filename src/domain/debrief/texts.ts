import { readDebriefTexts } from '../../content/debrief.ts'
import { eachLocale } from '../../content/localized.ts'

/** The debrief texts, by language. */
export const debriefTexts = eachLocale((locale) => readDebriefTexts(locale))
