import { disc } from '../../../src/charts/disc.ts'
import type { TraitReading } from '../../../src/charts/reading.ts'
import { tone } from '../../../src/charts/tone.ts'
import type { Disc, Scoring } from '../client/types.ts'
import { discLetterNames, levelWords } from '../words/result-names.ts'
import { repeatWords, styleWords } from './style-words.ts'

/** Markup of the tone with its title and table in English. */
export function toneFigure(traits: readonly TraitReading[]): string {
  const ranked = traits.flatMap(({ facets }) => facets).toSorted((one, other) => one.t - other.t)
  const [lowest, highest] = [ranked[0], ranked.at(-1)]
  return tone(traits, {
    picture:
      `Tone of thirty facets. Farthest up: ${highest?.label} (${highest?.levelWord}). ` +
      `Farthest down: ${lowest?.label} (${lowest?.levelWord}).`,
    title:
      'Facets in a fixed order, drawn up or down from the baseline. The halo around each tip is its margin of error. No direction is better than the other.',
    levels: levelWords,
    table: {
      summary: 'Tone as a table',
      scale: 'Scale',
      score: 'Score',
      level: 'Level',
      band: 'Likely range, T 50 is the mean',
    },
  })
}

/** Markup of the DISC dial with its four bars. `name`: the person's name in sentences. */
export function discFigure(result: Disc, confidence: Scoring['confidence']['disc'], name: string): string {
  const { d, i, s, c } = result
  const [D, I, S, C] = [d, i, s, c].map((value) => Math.round(value))
  return disc(
    { d, i, s, c },
    {
      picture: `DISC wheel. D ${D}, I ${I}, S ${S}, C ${C}.`,
      title: styleWords(result, confidence),
      note: `Weighed within ${name}, not against others. ${repeatWords(result, confidence)}`.trim(),
      names: discLetterNames,
      table: { summary: 'DISC as a table', letter: 'Letter', value: `Score, 50 is the mean of the four` },
    },
  )
}
