import { readItems } from './items.ts'
import { eachLocale } from './localized.ts'
import { readScales } from './scales.ts'

/** The instruments' texts in a language. */
export const itemsIn = eachLocale((locale) => readItems(locale))

/** Names and level texts in a language. */
export const scalesIn = eachLocale((locale) => readScales(locale))
