import english from '../../../content/locales/en/dashboard/inviting.json'
import { areaWords } from '../language/area-words.ts'

/** The words of the dialog in which people are invited. */
export const words = areaWords('inviting', english)
