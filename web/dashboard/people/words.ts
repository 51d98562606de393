import english from '../../../content/locales/en/dashboard/people.json'
import { areaWords } from '../language/area-words.ts'

/** The words of the list of people and its dialogs. */
export const words = areaWords('people', english)
