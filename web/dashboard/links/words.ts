import english from '../../../content/locales/en/dashboard/links.json'
import { areaWords } from '../language/area-words.ts'

/** The words of the page of public links. */
export const words = areaWords('links', english)
