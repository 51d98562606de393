import english from '../../../content/locales/en/dashboard/person.json'
import { areaWords } from '../language/area-words.ts'

/** The words of the page of a person. */
export const words = areaWords('person', english)
