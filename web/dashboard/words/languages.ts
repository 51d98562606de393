import { type LanguageCode, localeCodes } from './locale-codes.ts'
import { ownLanguageNames } from './own-language-names.ts'
import { words } from './words.ts'

export { type LanguageCode, localeCodes } from './locale-codes.ts'

/** Each language: its name in the language of the page, its own name, and its BCP 47 tag. */
export const languages = Object.fromEntries(
  localeCodes.map((code) => [code, { name: words.languages[code], ...ownLanguageNames[code] }]),
) as Record<LanguageCode, { name: string; ownName: string; tag: string }>
