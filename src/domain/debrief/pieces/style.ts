import type { Letter } from '../../../scoring/results.ts'
import type { Facts } from '../facts.ts'
import { contradictsAnyFacet } from '../findings/contradictions.ts'
import { hasSameFirstLetter } from '../findings/disc-letters.ts'
import type { Finding } from '../findings/finding.ts'
import { type Piece, type PieceContext, variant } from './piece.ts'

/** The style opens what is said of the person, of how they come across and of pressure, and gives tips. */
export function stylePieces(finding: Finding, style: string, voice: PieceContext): Piece[] {
  const texts = voice.texts.styles[style]
  if (!texts) throw new Error(`no texts for the style ${style}`)
  const { evidence, holds, salience: weight } = finding
  const common = { evidence, holds, weight, rank: 0, group: 'frame', must: true } as const
  // What follows from a style fits, at least in part, everybody whose first letter is the same.
  const shared = { holds: (other: Facts) => hasSameFirstLetter(other, style) }
  return [
    {
      ...common,
      section: 'overview',
      rank: 1,
      text: variant(finding, texts.overview, voice),
      sure: finding.sure,
    },
    {
      ...common,
      ...shared,
      section: 'impression',
      text: variant(finding, texts.impression, voice),
      sure: finding.sure,
    },
    { ...common, ...shared, section: 'pressure', text: texts.pressure },
    { ...common, ...shared, section: 'together', tip: 'do', text: texts.do },
    { ...common, ...shared, ...spare, section: 'together', tip: 'avoid', text: texts.avoid },
  ]
}

/** Facets say more exactly what gets in somebody's way; where they do not, the style does. */
const spare = { group: 'avoid', must: false, weight: 3 } as const

/** The letter that stands last, beside the style; not where a facet that is told would seem to deny it. */
export function letterPieces(
  finding: Finding,
  letter: Letter,
  voice: PieceContext,
  all: readonly Finding[],
): Piece[] {
  if (contradictsAnyFacet(letter, all)) return []
  const { evidence, holds, salience, sure } = finding
  const text = variant(finding, voice.texts.letters[letter].low, voice)
  return [
    { section: 'impression', rank: 1, group: 'frame', text, sure, evidence, holds, weight: salience + 8 },
  ]
}
