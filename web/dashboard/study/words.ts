import english from '../../../content/locales/en/dashboard/study.json'
import { areaWords } from '../language/area-words.ts'

/** The words of the validation study. */
export const words = areaWords('study', english)
