import type { DebriefTexts, MarginSection } from '../../content/debrief.ts'
import type { ComposedSection } from './compose.ts'
import { type Piece, toPiece } from './pieces/piece.ts'

/**
 * Several uncertain sentences of a section come last, after one that says so, and are plain in place of a hedge in each.
 * A single one keeps its own hedge. Headlines do too, because they are also read without the section.
 */
export function withMargins(sections: readonly ComposedSection[], texts: DebriefTexts): ComposedSection[] {
  return sections.map((section) => {
    const text = texts.margins[section.id as MarginSection]
    const uncertain = section.pieces.filter(({ plain }) => plain !== undefined)
    if (text === undefined || uncertain.length < minUncertain) return section
    const others = section.pieces.filter((piece) => !uncertain.includes(piece))
    const margin = toPiece({
      section: section.id,
      rank: 0,
      group: 'margin',
      text,
      weight: 0,
      evidence: [...new Set(uncertain.flatMap(({ evidence }) => evidence))],
      // About the text, like its limits.
      isTrueOf: () => true,
    })
    const plain = uncertain.map((piece): Piece => ({ ...piece, text: piece.plain ?? piece.text }))
    return { id: section.id, pieces: [...others, margin, ...plain] }
  })
}

const minUncertain = 2
