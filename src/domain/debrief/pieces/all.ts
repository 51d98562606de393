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

/** Every sentence that the findings could give. Which of them are said, `compose` decides. */
export function piecesOf(facts: Facts, findings: readonly Finding[], voice: PieceContext): Piece[] {
  return [
    ...openingPieces(facts, findings, voice),
    ...limitPieces(facts, findings, voice),
    ...findings.flatMap((finding) => pieces(finding, findings, voice)),
  ]
}

function pieces(finding: Finding, all: readonly Finding[], voice: PieceContext): Piece[] {
  const { subject } = finding
  switch (subject.kind) {
    case 'facet':
      return facetPieces(finding, subject, voice, all)
    case 'trait':
      return traitPieces(finding, subject, voice, all)
    case 'spread':
      return spreadPieces(finding, subject, voice)
    case 'tension':
    case 'reinforcement':
    case 'contradiction':
      return relationPieces(finding, subject, voice)
    case 'style':
      return stylePieces(finding, subject.style, voice)
    case 'letter':
      return letterPieces(finding, subject.letter, voice, all)
    case 'value':
      return valuePieces(finding, subject, voice)
    case 'fit':
    case 'gap':
      return valueFacetPieces(finding, subject, voice)
    default:
      // Told among the limits, or before everything.
      return []
  }
}
