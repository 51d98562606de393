import english from '../../../content/locales/en/dashboard/client.json'
import { areaWords } from '../language/area-words.ts'

/** What stands in for an answer of the service, and why an account is restricted. */
export const words = areaWords('client', english)
