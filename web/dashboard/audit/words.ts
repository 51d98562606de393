import english from '../../../content/locales/en/dashboard/audit.json'
import { areaWords } from '../language/area-words.ts'

/** The words of the audit log. */
export const words = areaWords('audit', english)
