import english from '../../../content/locales/en/dashboard/connections.json'
import { areaWords } from '../language/area-words.ts'

/** The words of the pages of connections. */
export const words = areaWords('connections', english)
