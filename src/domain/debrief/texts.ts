import { debriefTextsFrom, readMarkedDebrief } from '../../content/debrief.ts'
import { eachLocale, madeOnce } from '../../content/localized.ts'

/** The debrief texts, by language. */
export const debriefTexts = madeOnce((locale) => debriefTextsFrom(marked(locale)))

const marked = eachLocale((locale) => readMarkedDebrief(locale))
