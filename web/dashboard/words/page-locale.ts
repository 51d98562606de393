import { languageTag } from '../language/language.ts'
import { type LanguageCode, languages, localeCodes } from './languages.ts'

/** The language of the dashboard, as the API spells it. */
export const pageLocale: LanguageCode =
  localeCodes.find((code) => languages[code].tag === languageTag) ?? 'en'
