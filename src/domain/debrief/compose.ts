import { type DebriefSection, debriefSections } from '../../content/debrief.ts'
import { countWords } from './count-words.ts'
import type { Piece, PieceGroup } from './pieces/piece.ts'

export type ComposedSection = { readonly id: DebriefSection; readonly pieces: readonly Piece[] }

/** In words of the whole text. What matters is said up to `full`; what only fills up ends at `enough`. */
const enough = 490
const full = 620

/** From this weight on a sentence matters: its finding is farther from the middle than its standard error. */
const matters = 7

/** How many sentences of a group a section takes. */
const most: Partial<Record<DebriefSection, Partial<Record<PieceGroup, number>>>> = {
  overview: { trait: 1, spread: 1, relation: 1, facet: 1 },
  impression: { facet: 4, trait: 2, relation: 1 },
  best: { facet: 3, less: 2, trait: 2, relation: 1 },
  pressure: { facet: 3, trait: 1, relation: 1, strain: 2 },
  together: { do: 3, avoid: 2, late: 2 },
  drives: { relation: 2 },
  questions: { ask: 3, late: 1 },
}

/** A facet is told, and then told its price or given a tip or a question: more would be one thing said four times. */
const maxMentions = 2

/** No section that can say so much says less. */
const least: Partial<Record<DebriefSection, number>> = {
  overview: 3,
  impression: 3,
  best: 3,
  pressure: 3,
  together: 4,
  questions: 3,
  limits: 3,
}

/**
 * Chooses the sentences that are said: first what every debrief has, then the heaviest of each section until no
 * section is thin, then the heaviest of all while there is room. The order of the pieces does not count.
 * @param overhead words that the text has besides its sentences, such as headings
 */
export function composeSections(pieces: readonly Piece[], overhead: number): ComposedSection[] {
  const taken: Piece[] = []
  let words = overhead
  const sorted = [...pieces].sort(
    (one, other) => other.weight - one.weight || (one.text < other.text ? -1 : 1),
  )
  const take = (piece: Piece) => {
    taken.push(piece)
    words += countWords(piece.text)
  }
  const fits = (piece: Piece) =>
    !taken.some(({ text }) => text === piece.text) &&
    taken.filter(({ section, group }) => section === piece.section && group === piece.group).length <
      (most[piece.section]?.[piece.group] ?? Infinity) &&
    countMentions(piece, taken) < maxMentions
  for (const piece of sorted) if (piece.must && fits(piece)) take(piece)
  const avoided = sorted.find((piece) => piece.group === 'avoid' && fits(piece))
  if (avoided) take(avoided)
  for (const section of debriefSections) {
    for (const piece of sorted) {
      const count = taken.filter((one) => one.section === section).length
      if (piece.section === section && count < (least[section] ?? 0) && fits(piece)) take(piece)
    }
  }
  for (const piece of sorted) {
    const wordLimit = piece.weight >= matters ? full : enough
    if (words < wordLimit && fits(piece) && words + countWords(piece.text) <= wordLimit) take(piece)
  }
  return debriefSections.flatMap((id) => {
    const inside = taken.filter(({ section }) => section === id)
    return inside.length > 0 ? [{ id, pieces: inOrder(inside) }] : []
  })
}

/** How many sentences rest on the same facet alone as this one does. */
function countMentions({ about, evidence: [fact, another] }: Piece, taken: readonly Piece[]): number {
  if (!about || another) return 0
  return taken.filter(({ evidence }) => evidence.length === 1 && evidence[0] === fact).length
}

/** By rank; within it trait by trait, the one with the heaviest sentence first. */
function inOrder(pieces: readonly Piece[]): Piece[] {
  const heaviest = (piece: Piece) =>
    Math.max(
      ...pieces
        .filter(({ about, rank }) => about === piece.about && rank === piece.rank)
        .map(({ weight }) => weight),
    )
  return [...pieces].sort(
    (one, other) => one.rank - other.rank || heaviest(other) - heaviest(one) || other.weight - one.weight,
  )
}
