import english from '../../../content/locales/en/dashboard/recentSignIn.json'
import { areaWords } from '../language/area-words.ts'

/** The words of what needs a recent sign-in. */
export const words = areaWords('recentSignIn', english)
