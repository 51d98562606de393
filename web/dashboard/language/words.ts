import english from '../../../content/locales/en/dashboard/language.json'
import { areaWords } from './area-words.ts'

/** The words of the choice of a language. */
export const words = areaWords('language', english)
