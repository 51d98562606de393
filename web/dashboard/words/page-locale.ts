import { languageTag } from '../language/language.ts'
import { type LanguageCode, localeCodes } from './locale-codes.ts'
import { ownLanguageNames } from './own-language-names.ts'

/** The language of the dashboard, as the API spells it. */
export const pageLocale: LanguageCode =
  localeCodes.find((code) => ownLanguageNames[code].tag === languageTag) ?? 'en'
