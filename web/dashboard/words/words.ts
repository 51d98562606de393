import english from '../../../content/locales/en/dashboard/words.json'
import { areaWords } from '../language/area-words.ts'

/** Names that many areas show. */
export const words = areaWords('words', english)
