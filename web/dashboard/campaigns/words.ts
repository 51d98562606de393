import english from '../../../content/locales/en/dashboard/campaigns.json'
import { areaWords } from '../language/area-words.ts'

/** The words of the pages of campaigns. */
export const words = areaWords('campaigns', english)
