import { type DebriefSection, debriefSections } from '../../content/debrief.ts'
import { countWords } from './count-words.ts'
import type { Piece, PieceGroup } from './pieces/piece.ts'

export type ComposedSection = { readonly id: DebriefSection; readonly pieces: readonly Piece[] }

/** Word counts of the whole text. Important sentences are added up to `maxWords`, filler only up to `fillerWords`. */
const fillerWords = 490
const maxWords = 610

/** From this weight a sentence is important: its finding is farther from the middle than its standard error. */
const importantWeight = 7

/** Maximum number of sentences of a group per section. */
const maxPerGroup: Partial<Record<DebriefSection, Partial<Record<PieceGroup, number>>>> = {
  overview: { headline: 3 },
  impression: { facet: 3, trait: 1, relation: 2 },
  best: { facet: 3, less: 2, trait: 1, relation: 2 },
  pressure: { facet: 2, trait: 1, relation: 2, strain: 2 },
  together: { do: 3, avoid: 2, late: 2 },
  questions: { ask: 3, late: 1 },
}

/**
 * A facet is mentioned, and then again with its downside, a tip, a question, a colleague of the other side or an
 * experiment. More would repeat the same point.
 */
const maxMentions = 3

/** Minimum number of sentences per section, if there are enough; one that connects two facts counts as two. */
const minPerSection: Partial<Record<DebriefSection, number>> = {
  overview: 3,
  impression: 3,
  best: 3,
  pressure: 3,
  together: 4,
  questions: 3,
  limits: 2,
}

/**
 * Selects sentences: first the mandatory ones, then the heaviest of each section until every section has its minimum,
 * then the heaviest overall while there is room. The order of the input doesn't matter. @param overhead words of the
 * text outside its sentences, such as headings
 */
export function composeSections(pieces: readonly Piece[], overhead: number): ComposedSection[] {
  const candidates = toCandidates(
    [...pieces].sort((left, right) => right.weight - left.weight || (left.text < right.text ? -1 : 1)),
  )
  const texts = new Set<string>()
  const said = new Set<string>()
  let words = overhead
  const fits = ({ piece, group, fact, maxOfFact }: Candidate) =>
    group.count < group.max && fact.count < maxOfFact && !texts.has(piece.text)
  const select = ({ piece, section, group, fact }: Candidate) => {
    texts.add(piece.text)
    words += wordsOf(piece.text)
    section.push(piece)
    group.count++
    fact.count++
    if (!isAdvice(piece)) for (const id of piece.evidence) said.add(id)
  }
  /** Advice and questions on a facet belong to texts that say something of it: readers would look for the reason. */
  const hasReason = ({ piece }: Candidate) =>
    !piece.about || !isAdvice(piece) || piece.evidence.every((id) => said.has(id))
  for (const candidate of candidates) if (candidate.piece.must && fits(candidate)) select(candidate)
  for (const id of debriefSections) {
    const own = candidates.filter(({ piece }) => piece.section === id)
    // What has a reason comes first; the rest only if there is too little of it.
    const inTurn = [...own.filter(hasReason), ...own.filter((candidate) => !hasReason(candidate))]
    if (id === 'together') {
      const avoidTip = inTurn.find((candidate) => candidate.piece.group === 'avoid' && fits(candidate))
      if (avoidTip) select(avoidTip)
    }
    for (const candidate of inTurn) {
      if (factsIn(candidate.section) >= (minPerSection[id] ?? 0)) break
      if (fits(candidate)) select(candidate)
    }
  }
  for (const candidate of candidates) {
    const { weight, text } = candidate.piece
    const wordLimit = weight >= importantWeight ? maxWords : fillerWords
    const isPossible = fits(candidate) && hasReason(candidate)
    if (isPossible && words < wordLimit && words + wordsOf(text) <= wordLimit) select(candidate)
  }
  return debriefSections.flatMap((id) => {
    const selected = candidates.find(({ piece }) => piece.section === id)?.section ?? []
    return selected.length > 0 ? [{ id, pieces: inOrder(selected) }] : []
  })
}

function factsIn(pieces: readonly Piece[]): number {
  return pieces.length + pieces.filter(({ group }) => group === 'relation').length
}

function isAdvice({ group }: Piece): boolean {
  return group === 'do' || group === 'avoid' || group === 'ask' || group === 'late' || group === 'experiment'
}

/** A sentence with all that decides whether it fits, shared with the others that it counts for. */
type Candidate = {
  readonly piece: Piece
  /** The sentences selected for its section. */
  readonly section: Piece[]
  readonly group: { count: number; readonly max: number }
  /** How many selected sentences have the same fact as their only evidence. */
  readonly fact: { count: number }
  readonly maxOfFact: number
}

function toCandidates(pieces: readonly Piece[]): Candidate[] {
  const sections = new Map<
    DebriefSection,
    { selected: Piece[]; groups: Map<PieceGroup, Candidate['group']> }
  >()
  const facts = new Map<string, Candidate['fact']>()
  const several = { count: 0 }
  return pieces.map((piece) => {
    const section = sections.get(piece.section) ?? { selected: [], groups: new Map() }
    sections.set(piece.section, section)
    const max = maxPerGroup[piece.section]?.[piece.group] ?? Infinity
    const group = section.groups.get(piece.group) ?? { count: 0, max }
    section.groups.set(piece.group, group)
    const evidence = piece.evidence[0] ?? ''
    const isOnly = piece.evidence.length === 1
    const fact = isOnly ? (facts.get(evidence) ?? { count: 0 }) : several
    if (isOnly) facts.set(evidence, fact)
    const maxOfFact = isOnly && piece.about ? maxMentions : Infinity
    return { piece, section: section.selected, group, fact, maxOfFact }
  })
}

/**
 * The words of a sentence. Counting takes far longer than everything else, and there are only some thousand sentences,
 * so their counts are kept.
 */
function wordsOf(text: string): number {
  const known = wordCounts.get(text)
  if (known !== undefined) return known
  if (wordCounts.size >= maxWordCounts) wordCounts.clear()
  const count = countWords(text)
  wordCounts.set(text, count)
  return count
}

const wordCounts = new Map<string, number>()
const maxWordCounts = 10_000

/** By rank; within a rank trait by trait, the trait with the heaviest sentence first. */
function inOrder(pieces: readonly Piece[]): Piece[] {
  const heaviestLike = ({ about, rank }: Piece) => {
    let heaviest = -Infinity
    for (const piece of pieces) {
      if (piece.about === about && piece.rank === rank && piece.weight > heaviest) heaviest = piece.weight
    }
    return heaviest
  }
  return pieces
    .map((piece) => ({ piece, heaviest: heaviestLike(piece) }))
    .sort(
      ({ piece: left, heaviest: ofLeft }, { piece: right, heaviest: ofRight }) =>
        left.rank - right.rank || ofRight - ofLeft || right.weight - left.weight,
    )
    .map(({ piece }) => piece)
}
