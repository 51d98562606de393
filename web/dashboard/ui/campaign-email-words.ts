import english from '../../../content/locales/en/dashboard/campaignEmail.json'
import { areaWords } from '../language/area-words.ts'

/** The words of the fields of a campaign and of its email, which no page needs at first. */
export const words = areaWords('campaignEmail', english)
