import english from '../../../content/locales/en/dashboard/welcome.json'
import { areaWords } from '../language/area-words.ts'

/** The words of the first steps. */
export const words = areaWords('welcome', english)
