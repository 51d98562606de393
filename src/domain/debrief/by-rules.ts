import type { DebriefTexts } from '../../content/debrief.ts'
import type { Locale } from '../../contract/locale.ts'
import type { Trait } from '../../scoring/results.ts'
import { type ComposedSection, composeSections } from './compose.ts'
import { countWords } from './count-words.ts'
import type { Facts } from './facts.ts'
import { findingsIn } from './findings/all.ts'
import { renderMarkdown } from './markdown.ts'
import { pieceSourcesOf } from './pieces/all.ts'
import type { Piece, PieceContext } from './pieces/piece.ts'
import { type Above, planDebrief } from './plan.ts'
import type { WrittenDebrief, WrittenSection } from './text.ts'
import { debriefTexts } from './texts.ts'

export type RulesInput = {
  readonly facts: Facts
  readonly locale: Locale
  /** The headline that readers see above, if there is one. */
  readonly above?: Above
}

/** Incremented when the same facts and texts could give a different debrief. */
const rulesVersion = '3.3.0'

/** Writes a debrief from the facts alone. Pure: the same facts always give the same text. */
export function debriefByRules(input: RulesInput): WrittenDebrief {
  const texts = debriefTexts(input.locale)
  const sections: WrittenSection[] = composeByRules(input).map(({ id, pieces }) => ({
    id,
    title: texts.headings[id],
    sentences: pieces.map(({ text, evidence, tip }) => {
      const about = texts.about.get(text)
      return { text, evidence, ...(tip && { tip }), ...(about !== undefined && { about }) }
    }),
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
 * The sentences with their evidence and a check whether they would be true of someone else. The English lengths
 * decide which sentences are selected, so that a person gets the same content in every language.
 */
export function composeByRules({ facts, locale, above }: RulesInput): ComposedSection[] {
  const findings = findingsIn(facts)
  const plan = planDebrief(findings, above)
  const highTraits = highTraitsOf(facts)
  const sources = pieceSourcesOf(facts, findings)
  const contextOf = (texts: DebriefTexts): PieceContext => ({ texts, locale: texts.locale, plan, highTraits })
  const english = debriefTexts('en')
  const texts = debriefTexts(locale)
  const englishPieces = sources.map((piecesIn) => piecesIn(contextOf(english)))
  const composed = composeSections(englishPieces.flat(), countOverhead())
  if (texts === english) return composed
  const selected = new Set(composed.flatMap(({ pieces }) => pieces))
  const translated = new Map<Piece, Piece>()
  for (const [at, piecesIn] of sources.entries()) {
    const own = englishPieces[at] ?? []
    if (!own.some((piece) => selected.has(piece))) continue
    for (const [index, piece] of piecesIn(contextOf(texts)).entries())
      translated.set(own[index] as Piece, piece)
  }
  return composed.map(({ id, pieces }) => ({
    id,
    pieces: pieces.map((piece) => translated.get(piece) ?? piece),
  }))
}

function highTraitsOf({ focus }: Facts): ReadonlySet<Trait> {
  const traits = Object.entries(focus ?? {}) as [Trait, { readonly t: number }][]
  return new Set(traits.filter(([, { t }]) => t >= 50).map(([trait]) => trait))
}

/** The words of the English headings and labels. */
function countOverhead(): number {
  if (overhead !== undefined) return overhead
  const { headings, tips } = debriefTexts('en')
  const labels = [...Object.values(headings), ...Object.values(tips)]
  overhead = labels.reduce((sum, label) => sum + countWords(label), 0)
  return overhead
}

let overhead: number | undefined
