import type { Facts } from '../facts.ts'
import type { Finding } from '../findings/finding.ts'
import { facetPieces } from './facets.ts'
import { limitPieces } from './limits.ts'
import { openingPieces } from './opening.ts'
import type { Piece, PieceContext } from './piece.ts'
import { relationPieces } from './relations.ts'
import { letterPieces, stylePieces } from './style.ts'
import { traitPieces } from './traits.ts'
import { letterWithValuePieces, topValuesPieces, valueFacetPieces, valuePieces } from './values.ts'

/** The sentences that one finding could give, or those of the opening or the limits, in a language. */
export type PieceSource = (context: PieceContext) => Piece[]

/**
 * All sentences that the findings could give, by source; `composeSections` selects among them. A source gives the same
 * sentences in the same order in every language.
 */
export function pieceSourcesOf(facts: Facts, findings: readonly Finding[]): PieceSource[] {
  return [
    (context) => openingPieces(facts, findings, context),
    (context) => limitPieces(facts, findings, context),
    ...findings.map(
      (finding): PieceSource =>
        (context) =>
          pieces(finding, findings, context),
    ),
  ]
}

function pieces(finding: Finding, all: readonly Finding[], context: PieceContext): Piece[] {
  const { subject } = finding
  switch (subject.kind) {
    case 'facet':
      return facetPieces(finding, subject, context, all)
    case 'trait':
      return traitPieces(finding, subject, context, all)
    case 'tension':
    case 'reinforcement':
    case 'contradiction':
      return relationPieces(finding, subject, context)
    case 'style':
      return stylePieces(finding, subject.style, context, all)
    case 'letter':
      return letterPieces(finding, subject.letter, context, all)
    case 'topValues':
      return topValuesPieces(finding, subject.values, context)
    case 'value':
      return valuePieces(finding, subject, context, all)
    case 'fit':
    case 'gap':
      return valueFacetPieces(finding, subject, context, all)
    case 'letterWithValue':
      return letterWithValuePieces(finding, subject, context, all)
    default:
      // Mentioned in the limits or in the opening.
      return []
  }
}
