import english from '../../../content/locales/en/dashboard/invite.json'
import { areaWords } from '../language/area-words.ts'

/** The words of the page for invites. */
export const words = areaWords('invite', english)
