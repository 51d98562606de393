import english from '../../../content/locales/en/dashboard/usage.json'
import { areaWords } from '../language/area-words.ts'

/** The words of the page of usage. */
export const words = areaWords('usage', english)
