import english from '../../../content/locales/en/dashboard/webhooks.json'
import { areaWords } from '../language/area-words.ts'

/** The words of the pages of webhooks. */
export const words = areaWords('webhooks', english)
