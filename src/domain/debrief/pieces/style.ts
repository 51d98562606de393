import type { Letter } from '../../../scoring/results.ts'
import type { Facts } from '../facts.ts'
import { contradictsAnyFacet } from '../findings/contradictions.ts'
import { hasSameFirstLetter } from '../findings/disc-letters.ts'
import type { Finding } from '../findings/finding.ts'
import { type Piece, type PieceContext, toPiece, variant } from './piece.ts'

/** The style starts the overview, the impression and the pressure section, and gives tips. */
export function stylePieces(finding: Finding, style: string, context: PieceContext): Piece[] {
  const texts = context.texts.styles[style]
  if (!texts) throw new Error(`no texts for the style ${style}`)
  const { evidence, isTrueOf, salience: weight } = finding
  const common = { evidence, isTrueOf, weight, rank: 0, group: 'frame', must: true } as const
  // What follows from a style applies, at least partly, to everyone with the same first letter.
  const shared = { isTrueOf: (other: Facts) => hasSameFirstLetter(other, style) }
  return [
    toPiece({
      ...common,
      section: 'overview',
      rank: 1,
      text: variant(finding, texts.overview, context),
      sure: finding.sure,
    }),
    toPiece({
      ...common,
      ...shared,
      section: 'impression',
      text: variant(finding, texts.impression, context),
      sure: finding.sure,
    }),
    toPiece({ ...common, ...shared, section: 'pressure', text: texts.pressure }),
    toPiece({ ...common, ...shared, section: 'together', tip: 'do', text: texts.do }),
    toPiece({ ...common, ...shared, ...fallback, section: 'together', tip: 'avoid', text: texts.avoid }),
  ]
}

/** Facets describe obstacles more precisely; the style does if there are none. */
const fallback = { group: 'avoid', must: false, weight: 3 } as const

/** The lowest letter, next to the style, unless a mentioned facet would seem to contradict it. */
export function letterPieces(
  finding: Finding,
  letter: Letter,
  context: PieceContext,
  all: readonly Finding[],
): Piece[] {
  if (contradictsAnyFacet(letter, all)) return []
  const { evidence, isTrueOf, salience, sure } = finding
  const text = variant(finding, context.texts.letters[letter].low, context)
  return [
    toPiece({
      section: 'impression',
      rank: 1,
      group: 'frame',
      text,
      sure,
      evidence,
      isTrueOf,
      weight: salience + 8,
    }),
  ]
}
