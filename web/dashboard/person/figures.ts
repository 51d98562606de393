import { disc } from '../../../src/charts/disc.ts'
import type { TraitReading } from '../../../src/charts/reading.ts'
import { tone } from '../../../src/charts/tone.ts'
import type { Disc, Scoring } from '../client/types.ts'
import { fill } from '../language/fill.ts'
import { joinSentences } from '../language/formats.ts'
import { languageTag } from '../language/language.ts'
import { discLetterNames, levelWords } from '../words/result-names.ts'
import { repeatWords, styleWords } from './style-words.ts'
import { words } from './words.ts'

/** Markup of the tone with its title and table. */
export function toneFigure(traits: readonly TraitReading[]): string {
  const ranked = traits.flatMap(({ facets }) => facets).toSorted((one, other) => one.t - other.t)
  const [lowest, highest] = [ranked[0], ranked.at(-1)]
  const { summary, scale, score, level, range } = words.tone
  return tone(traits, {
    languageTag,
    picture: fill(words.tone.picture, {
      highest: highest?.label ?? '',
      highestLevel: highest?.levelWord ?? '',
      lowest: lowest?.label ?? '',
      lowestLevel: lowest?.levelWord ?? '',
    }),
    title: words.tone.title,
    levels: levelWords,
    table: { summary, scale, score, level, band: range },
  })
}

/** Markup of the DISC dial with its four bars. `name`: the person's name in sentences. */
export function discFigure(result: Disc, confidence: Scoring['confidence']['disc'], name: string): string {
  const { d, i, s, c } = result
  const { summary, letter, score } = words.disc
  return disc(
    { d, i, s, c },
    {
      picture: fill(words.disc.picture, {
        d: Math.round(d),
        i: Math.round(i),
        s: Math.round(s),
        c: Math.round(c),
      }),
      title: styleWords(result, confidence),
      note: joinSentences(
        [fill(words.disc.weighed, { name }), repeatWords(result, confidence)].filter(Boolean),
      ),
      names: discLetterNames,
      table: { summary, letter, value: score },
    },
  )
}
