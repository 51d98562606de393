import type { Quality, QualityReason } from '../client/types.ts'
import { assessmentNames } from './assessment-names.ts'

/** The meaning of a response quality outcome: a line of facts and a sentence. */
export const qualityWords: Record<Quality['outcome'], { short: string; long: string }> = {
  ok: { short: 'Consistent', long: 'The answers are consistent.' },
  caution: {
    short: 'Interpret with caution',
    long: 'Some answers were quick or inconsistent. Read the scores with that in mind.',
  },
  invalid: {
    short: 'Unreliable answers',
    long: 'The answers were too quick or too inconsistent to describe this person reliably. Treat the scores as a rough sketch, and offer another attempt.',
  },
}

/** A sign as a sentence, the value, and its limit. */
export type Sign = { readonly text: string; readonly found: string; readonly limit: string }

/** Why answers are unreliable, or what else is worth knowing. An index without words here is shown by its name. */
export function qualitySign({ assessment, index, value, limit }: QualityReason): Sign {
  const name = assessmentNames[assessment]
  const figures = formats[index] ?? plain
  const text = texts[index] ?? `${index} is beyond its limit`
  return {
    text: `${name}: ${text}.`,
    found: figures(value),
    limit: `${value > limit ? 'at most' : 'at least'} ${figures(limit)}`,
  }
}

const texts: Record<string, string> = {
  speed: 'the answers were quick, hardly enough to read each question to its end',
  longestRun: 'many answers in a row were the same',
  evenOdd: 'the first and the second half of the statements gave different pictures',
  withinFacet: 'statements about one and the same thing got quite different answers',
  personTotal: 'the answers ran against those that most people give',
  variability: 'nearly all answers lay close together',
  acquiescence: 'most statements were agreed to, or most were not',
  likelihood: 'the choices hardly followed an order of preference',
  position: 'many picks fell on the same place of the screen',
  retakeDrift: 'the picture differs much from that of the attempt before',
}

const plain = (value: number) => value.toLocaleString('en-GB', { maximumFractionDigits: 2 })
const formats: Record<string, (value: number) => string> = {
  speed: (value) => `${plain(value)} s a question`,
  longestRun: (value) => `${plain(value)} in a row`,
  position: (value) => `${Math.round(100 * value)} of 100 picks`,
}
