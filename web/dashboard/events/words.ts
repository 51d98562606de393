import english from '../../../content/locales/en/dashboard/events.json'
import { areaWords } from '../language/area-words.ts'

/** The words of the events page. */
export const words = areaWords('events', english)
