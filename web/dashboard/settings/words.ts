import english from '../../../content/locales/en/dashboard/settings.json'
import { areaWords } from '../language/area-words.ts'

/** The words of the settings and of the sender's page. */
export const words = areaWords('settings', english)
