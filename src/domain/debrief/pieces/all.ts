import type { Facts } from '../facts.ts'
import type { Finding } from '../findings/finding.ts'
import { facetPieces } from './facets.ts'
import { limitPieces } from './limits.ts'
import { openingPieces } from './opening.ts'
import type { Piece, PieceContext } from './piece.ts'
import { relationPieces } from './relations.ts'
import { letterPieces, stylePieces } from './style.ts'
import { spreadPieces, traitPieces } from './traits.ts'
import { valueFacetPieces, valuePieces } from './values.ts'

/** All sentences that the findings could give; `composeSections` selects among them. */
export function piecesOf(facts: Facts, findings: readonly Finding[], context: PieceContext): Piece[] {
  return [
    ...openingPieces(facts, findings, context),
    ...limitPieces(facts, findings, context),
    ...findings.flatMap((finding) => pieces(finding, findings, context)),
  ]
}

function pieces(finding: Finding, all: readonly Finding[], context: PieceContext): Piece[] {
  const { subject } = finding
  switch (subject.kind) {
    case 'facet':
      return facetPieces(finding, subject, context, all)
    case 'trait':
      return traitPieces(finding, subject, context, all)
    case 'spread':
      return spreadPieces(finding, subject, context)
    case 'tension':
    case 'reinforcement':
    case 'contradiction':
      return relationPieces(finding, subject, context)
    case 'style':
      return stylePieces(finding, subject.style, context)
    case 'letter':
      return letterPieces(finding, subject.letter, context, all)
    case 'value':
      return valuePieces(finding, subject, context)
    case 'fit':
    case 'gap':
      return valueFacetPieces(finding, subject, context)
    default:
      // Mentioned in the limits or in the opening.
      return []
  }
}
