import english from '../../../content/locales/en/dashboard/ui.json'
import { areaWords } from '../language/area-words.ts'

/** The words of parts that many pages have. */
export const words = areaWords('ui', english)
