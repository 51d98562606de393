import english from '../../../content/locales/en/dashboard/teams.json'
import { areaWords } from '../language/area-words.ts'

/** The words of teams, of comparisons, and of the page of an agenda. */
export const words = areaWords('teams', english)
