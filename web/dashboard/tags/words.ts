import english from '../../../content/locales/en/dashboard/tags.json'
import { areaWords } from '../language/area-words.ts'

/** The words of the tags page. */
export const words = areaWords('tags', english)
