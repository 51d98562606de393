import type { DebriefTexts, ModelSection } from '../../content/debrief.ts'
import type { Locale } from '../../contract/locale.ts'
import { countWords } from './count-words.ts'
import { debriefTexts } from './texts.ts'

/**
 * Minimum and maximum number of words. `aim` is what a model is asked for: a narrower range, so that near misses
 * still pass.
 */
export type WordRange = readonly [min: number, max: number]

export type Lengths = {
  readonly whole: WordRange
  readonly aim: WordRange
  readonly sections: Readonly<Record<ModelSection, WordRange>>
}

/**
 * How many words a debrief may have in a language. Languages need more or fewer words for the same content, and words
 * of languages without spaces are counted with a dictionary. So the English limits are scaled by the ratio of the
 * total word counts of all debrief texts in both languages.
 */
export function lengthsIn(locale: Locale): Lengths {
  const cached = lengths.get(locale) ?? scaledBy(wordsIn(debriefTexts(locale)) / wordsIn(debriefTexts('en')))
  lengths.set(locale, cached)
  return cached
}

const lengths = new Map<Locale, Lengths>()

const english: Lengths = {
  whole: [450, 700],
  aim: [480, 580],
  sections: {
    overview: [40, 150],
    impression: [40, 140],
    best: [40, 140],
    pressure: [30, 140],
    together: [40, 140],
    drives: [30, 140],
    questions: [25, 120],
    limits: [20, 120],
  },
}

function scaledBy(factor: number): Lengths {
  const scale = ([min, max]: WordRange): WordRange => [Math.floor(min * factor), Math.ceil(max * factor)]
  const sections = Object.entries(english.sections).map(([id, words]) => [id, scale(words)])
  return {
    whole: scale(english.whole),
    aim: scale(english.aim),
    sections: Object.fromEntries(sections) as Lengths['sections'],
  }
}

function wordsIn(texts: DebriefTexts): number {
  const countIn = (value: unknown): number =>
    typeof value === 'string'
      ? countWords(value)
      : Object.values(value as object).reduce((sum: number, part) => sum + countIn(part), 0)
  return countIn(texts)
}
