import english from '../../../content/locales/en/dashboard/scaleMeanings.json'
import { areaWords } from '../language/area-words.ts'

/** What a high and a low score of each scale mean, about a person, by API key. */
export const scaleMeanings: Record<string, { high: string; low: string }> = areaWords(
  'scaleMeanings',
  english,
)
