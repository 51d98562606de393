import type { DebriefTexts } from '../../content/debrief.ts'
import type { Locale } from '../../contract/locale.ts'
import { type ComposedSection, composeSections } from './compose.ts'
import { countWords } from './count-words.ts'
import type { Facts } from './facts.ts'
import { findingsIn } from './findings/all.ts'
import { renderMarkdown } from './markdown.ts'
import { piecesOf } from './pieces/all.ts'
import { planDebrief } from './plan.ts'
import type { WrittenDebrief, WrittenSection } from './text.ts'
import { debriefTexts } from './texts.ts'

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
 * nothing else and reaches nowhere.
 */
export function debriefByRules(input: RuledInput): WrittenDebrief {
  const texts = debriefTexts(input.locale)
  const sections: WrittenSection[] = composeByRules(input).map(({ id, pieces }) => ({
    id,
    title: texts.headings[id],
    sentences: pieces.map(({ text, evidence, tip }) => ({ text, evidence, ...(tip && { tip }) })),
  }))
  return {
    locale: texts.locale,
    sections,
    content: renderMarkdown(sections, texts),
    generator: {
      kind: 'rules',
      name: 'timbre-rules',
      version: `${rulesVersion}+${texts.locale}.${texts.version}`,
    },
  }
}

/**
 * The sentences with what they rest on and whether they would hold of somebody else. Which of them are said is
 * decided by the English ones, so that a person is told the same in every language, however long its words are.
 */
export function composeByRules({ facts, locale, seed }: RuledInput): ComposedSection[] {
  const findings = findingsIn(facts)
  const plan = planDebrief(findings)
  const piecesIn = (texts: DebriefTexts) =>
    piecesOf(facts, findings, { texts, locale: texts.locale, seed, plan })
  const english = debriefTexts('en')
  const texts = debriefTexts(locale)
  const measured = piecesIn(english)
  const composed = composeSections(measured, overheadOf(english))
  if (texts === english) return composed
  // Both lists are made by the same steps, so the same sentence stands at the same place in them.
  const translated = new Map(piecesIn(texts).map((piece, at) => [measured[at], piece]))
  return composed.map(({ id, pieces }) => ({
    id,
    pieces: pieces.map((piece) => translated.get(piece) ?? piece),
  }))
}

function overheadOf({ headings, tips }: DebriefTexts): number {
  const labels = [...Object.values(headings), ...Object.values(tips)]
  return labels.reduce((sum, label) => sum + countWords(label), 0)
}
