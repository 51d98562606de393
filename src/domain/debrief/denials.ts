import { areOpposites } from './findings/claims.ts'
import { type FacetSide, haveCommon } from './findings/facet-sides.ts'
import type { Piece } from './pieces/piece.ts'

/** Whether a sentence says or denies something of a facet. Advice and questions don't, and are most of all sentences. */
export function claims({ says, denies }: Piece): boolean {
  return says.length > 0 || denies.length > 0
}

/** Whether two statements read as a claim and its denial, and none that is said names both. */
export function isDenied(piece: Piece, other: Piece, statements: readonly Piece[]): boolean {
  if (deniesOf(piece, other) || deniesOf(other, piece)) return true
  for (const one of piece.says) {
    for (const side of other.says) {
      if (!areOpposites(one, side) || namesBoth(piece, one, side)) continue
      if (!statements.some((said) => namesBoth(said, one, side))) return true
    }
  }
  return false
}

/** What a sentence on the style denies may stand next to a pair that joins it with the style. */
function deniesOf({ denies, evidence }: Piece, other: Piece): boolean {
  if (!haveCommon(denies, other.says)) return false
  return !isOnStyle(other) || !evidence.some((id) => id.startsWith('disc.'))
}

function namesBoth({ says }: Piece, one: FacetSide, other: FacetSide): boolean {
  return says.includes(one) && says.includes(other)
}

/** A pair of a style and a facet says how the two go together. */
function isOnStyle({ says, evidence }: Piece): boolean {
  return says.length > 0 && evidence.includes('disc.style')
}
