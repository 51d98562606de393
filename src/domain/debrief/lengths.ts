import type { DebriefSection, DebriefTexts } from '../../content/debrief.ts'
import type { Locale } from '../../contract/locale.ts'
import { countWords } from './count-words.ts'
import { debriefTexts } from './texts.ts'

/** From the least to the most words, or what a model is asked for, so that near misses still pass. */
export type WordRange = readonly [least: number, most: number]

export type Lengths = {
  readonly whole: WordRange
  readonly aim: WordRange
  readonly sections: Readonly<Record<DebriefSection, WordRange>>
}

/**
 * How many words a debrief may have in a language. Languages need more or fewer of them to say the same, and those
 * that write no spaces have them counted by a dictionary; so the English numbers are turned by what the same
 * sentences, all of those that rules write with, have in both.
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
  const span = ([least, most]: WordRange): WordRange => [Math.floor(least * factor), Math.ceil(most * factor)]
  const sections = Object.entries(english.sections).map(([id, words]) => [id, span(words)])
  return {
    whole: span(english.whole),
    aim: span(english.aim),
    sections: Object.fromEntries(sections) as Lengths['sections'],
  }
}

function wordsIn(texts: DebriefTexts): number {
  const every = (value: unknown): number =>
    typeof value === 'string'
      ? countWords(value)
      : Object.values(value as object).reduce((sum: number, part) => sum + every(part), 0)
  return every(texts)
}
