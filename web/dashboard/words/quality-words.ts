import english from '../../../content/locales/en/dashboard/qualityWords.json'
import type { Quality, QualityReason } from '../client/types.ts'
import { areaWords } from '../language/area-words.ts'
import { fill } from '../language/fill.ts'
import { formatNumber } from '../language/formats.ts'
import { assessmentNames } from './assessment-names.ts'

const words = areaWords('qualityWords', english)

/** The meaning of a response quality outcome: a line of facts and a sentence. */
export const qualityWords: Record<Quality['outcome'], { short: string; long: string }> = words.outcomes

/** A sign as a sentence, the value, and its limit. */
export type Sign = { readonly text: string; readonly found: string; readonly limit: string }

/** Why answers are unreliable, or what else is worth knowing. An index without words here is shown by its name. */
export function qualitySign({ assessment, index, value, limit }: QualityReason): Sign {
  const figures = formats[index] ?? plain
  return {
    text: fill(signs[index] ?? words.unknownSign, { assessment: assessmentNames[assessment], index }),
    found: figures(value),
    limit: fill(value > limit ? words.atMost : words.atLeast, { value: figures(limit) }),
  }
}

const signs: Readonly<Record<string, string>> = words.signs

const plain = (value: number) => formatNumber(value, { maximumFractionDigits: 2 })
const formats: Record<string, (value: number) => string> = {
  speed: (value) => fill(words.figures.speed, { n: plain(value) }),
  longestRun: (value) => fill(words.figures.longestRun, { n: plain(value) }),
  position: (value) => fill(words.figures.position, { n: Math.round(100 * value) }),
}
