import english from '../../../content/locales/en/dashboard/shellOnDemand.json'
import { areaWords } from '../language/area-words.ts'

/** The words of the parts of the frame that are loaded when they are first shown. */
export const words = areaWords('shellOnDemand', english)
