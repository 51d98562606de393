import english from '../../../content/locales/en/dashboard/fileText.json'
import { areaWords } from '../language/area-words.ts'

/** Why a file can't be read, for the pages that take files. */
export const words = areaWords('fileText', english)
