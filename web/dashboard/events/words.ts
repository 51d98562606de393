import english from '../../../content/locales/en/dashboard/events.json'
import { areaWords } from '../language/area-words.ts'

/** The words of the events page. */
export const words = await areaWords(
  english,
  import.meta.glob('../../../content/locales/*/dashboard/events.json', { import: 'default' }),
)
