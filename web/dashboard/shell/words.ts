import english from '../../../content/locales/en/dashboard/shell.json'
import { areaWords } from '../language/area-words.ts'

/** The words of the frame around every page. */
export const words = areaWords('shell', english)
