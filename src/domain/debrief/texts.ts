import { readDebriefTexts } from '../../content/debrief.ts'
import { eachLocale } from '../../content/localized.ts'

/** The sentences of debriefs for a reader. */
export const debriefTexts = eachLocale((locale) => readDebriefTexts(locale))
