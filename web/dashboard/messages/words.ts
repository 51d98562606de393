import english from '../../../content/locales/en/dashboard/messages.json'
import { areaWords } from '../language/area-words.ts'

/** The words of the list of messages. */
export const words = areaWords('messages', english)
