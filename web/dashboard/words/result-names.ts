import english from '../../../content/locales/en/dashboard/resultNames.json'
import type { Level } from '../client/types.ts'
import { areaWords } from '../language/area-words.ts'

const words = areaWords('resultNames', english)

export const levelWords: Record<Level, string> = words.levels

/** Names of all scales, by API key. */
export const scaleNames: Record<string, string> = words.scales

export const discLetterNames = words.discLetters

/** Names of all values, by API key. */
export const valueNames: Record<string, { label: string; note: string }> = words.values

/** The five ranks of values in the API. */
export const corePlaces = ['first', 'second', 'third', 'fourth', 'fifth'] as const
