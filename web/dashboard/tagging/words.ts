import english from '../../../content/locales/en/dashboard/tagging.json'
import { areaWords } from '../language/area-words.ts'

/** The words about a tag, and about who gets or loses one. */
export const words = areaWords('tagging', english)
