import type { Locale } from '../../contract/locale.ts'
import { type ComposedSection, compose } from './compose.ts'
import type { Facts } from './facts.ts'
import { findingsIn } from './findings/all.ts'
import { markdownOf } from './markdown.ts'
import { piecesOf } from './pieces/all.ts'
import { planOf } from './plan.ts'
import type { Section, WrittenDebrief } from './text.ts'
import { debriefTexts } from './texts.ts'
import { countWords } from './words.ts'

export type RuledInput = {
  readonly facts: Facts
  readonly locale: Locale
  /** The profile's id: it decides which of the variants a person gets, and nothing else. */
  readonly seed: string
}

/** Counted up when the same facts and texts could give another debrief. */
const rulesVersion = '1.0.0'

/**
 * Writes a debrief from the facts alone: the same facts and the same seed always give the same text. It reads
 * nothing else and reaches nowhere. `locale` of the answer is the language that the words are really in.
 */
export function debriefByRules(input: RuledInput): WrittenDebrief {
  const texts = debriefTexts(input.locale)
  const sections: Section[] = composeByRules(input).map(({ id, pieces }) => ({
    id,
    title: texts.headings[id],
    sentences: pieces.map(({ text, evidence, tip }) => ({ text, evidence, ...(tip && { tip }) })),
  }))
  return {
    locale: texts.locale,
    sections,
    content: markdownOf(sections, texts),
    generator: {
      kind: 'rules',
      name: 'timbre-rules',
      version: `${rulesVersion}+${texts.locale}.${texts.version}`,
    },
  }
}

/** The sentences with what they rest on and whether they would hold of somebody else. */
export function composeByRules({ facts, locale, seed }: RuledInput): ComposedSection[] {
  const texts = debriefTexts(locale)
  const findings = findingsIn(facts)
  const voice = { texts, locale: texts.locale, seed, plan: planOf(findings) }
  const labels = [...Object.values(texts.headings), ...Object.values(texts.tips)]
  const overhead = labels.reduce((sum, label) => sum + countWords(label), 0)
  return compose(piecesOf(facts, findings, voice), overhead)
}
