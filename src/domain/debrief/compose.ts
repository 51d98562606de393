import { type DebriefSection, debriefSections } from '../../content/debrief.ts'
import { countWords } from './count-words.ts'
import type { Piece, PieceGroup } from './pieces/piece.ts'

export type ComposedSection = { readonly id: DebriefSection; readonly pieces: readonly Piece[] }

/** Word counts of the whole text. Important sentences are added up to `maxWords`, filler only up to `fillerWords`. */
const fillerWords = 490
const maxWords = 620

/** From this weight a sentence is important: its finding is farther from the middle than its standard error. */
const importantWeight = 7

/** Maximum number of sentences of a group per section. */
const maxPerGroup: Partial<Record<DebriefSection, Partial<Record<PieceGroup, number>>>> = {
  overview: { trait: 1, spread: 1, relation: 1, facet: 1 },
  impression: { facet: 4, trait: 2, relation: 1 },
  best: { facet: 3, less: 2, trait: 2, relation: 1 },
  pressure: { facet: 3, trait: 1, relation: 1, strain: 2 },
  together: { do: 3, avoid: 2, late: 2 },
  drives: { relation: 2 },
  questions: { ask: 3, late: 1 },
}

/**
 * A facet is mentioned, and then again with its downside, a tip or a question. More would repeat the same point.
 */
const maxMentions = 2

/** Minimum number of sentences per section, if there are enough. */
const minPerSection: Partial<Record<DebriefSection, number>> = {
  overview: 3,
  impression: 3,
  best: 3,
  pressure: 3,
  together: 4,
  questions: 3,
  limits: 3,
}

/**
 * Selects sentences: first the mandatory ones, then the heaviest of each section until every section has its minimum,
 * then the heaviest overall while there is room. The order of the input doesn't matter. @param overhead words of the
 * text outside its sentences, such as headings
 */
export function composeSections(pieces: readonly Piece[], overhead: number): ComposedSection[] {
  const selected: Piece[] = []
  let words = overhead
  const sorted = [...pieces].sort(
    (left, right) => right.weight - left.weight || (left.text < right.text ? -1 : 1),
  )
  const select = (piece: Piece) => {
    selected.push(piece)
    words += countWords(piece.text)
  }
  const fits = (piece: Piece) =>
    !selected.some(({ text }) => text === piece.text) &&
    selected.filter(({ section, group }) => section === piece.section && group === piece.group).length <
      (maxPerGroup[piece.section]?.[piece.group] ?? Infinity) &&
    countMentions(piece, selected) < maxMentions
  for (const piece of sorted) if (piece.must && fits(piece)) select(piece)
  const avoidTip = sorted.find((piece) => piece.group === 'avoid' && fits(piece))
  if (avoidTip) select(avoidTip)
  for (const section of debriefSections) {
    for (const piece of sorted) {
      const count = selected.filter((chosen) => chosen.section === section).length
      if (piece.section === section && count < (minPerSection[section] ?? 0) && fits(piece)) select(piece)
    }
  }
  for (const piece of sorted) {
    const wordLimit = piece.weight >= importantWeight ? maxWords : fillerWords
    if (words < wordLimit && fits(piece) && words + countWords(piece.text) <= wordLimit) select(piece)
  }
  return debriefSections.flatMap((id) => {
    const sectionPieces = selected.filter(({ section }) => section === id)
    return sectionPieces.length > 0 ? [{ id, pieces: inOrder(sectionPieces) }] : []
  })
}

/** How many selected sentences have the same single facet as their only evidence. */
function countMentions({ about, evidence: [fact, another] }: Piece, selected: readonly Piece[]): number {
  if (!about || another) return 0
  return selected.filter(({ evidence }) => evidence.length === 1 && evidence[0] === fact).length
}

/** By rank; within a rank trait by trait, the trait with the heaviest sentence first. */
function inOrder(pieces: readonly Piece[]): Piece[] {
  const heaviest = (piece: Piece) =>
    Math.max(
      ...pieces
        .filter(({ about, rank }) => about === piece.about && rank === piece.rank)
        .map(({ weight }) => weight),
    )
  return [...pieces].sort(
    (left, right) => left.rank - right.rank || heaviest(right) - heaviest(left) || right.weight - left.weight,
  )
}
