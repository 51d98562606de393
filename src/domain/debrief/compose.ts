import { type DebriefSection, debriefSections } from '../../content/debrief.ts'
import { countWords } from './count-words.ts'
import { claims, isDenied } from './denials.ts'
import type { Piece, PieceGroup } from './pieces/piece.ts'

export type ComposedSection = { readonly id: DebriefSection; readonly pieces: readonly Piece[] }

/** Word counts of the whole text. Important sentences are added up to `maxWords`, filler only up to `fillerWords`. */
const fillerWords = 570
const maxWords = 610
const leastWords = 550
const fewWords = 80

/** From this weight a sentence is important: its finding is farther from the middle than its standard error. */
const importantWeight = 7

/** Maximum number of sentences of a group per section. */
const maxPerGroup: Partial<Record<DebriefSection, Partial<Record<PieceGroup, number>>>> = {
  overview: { headline: 3 },
  impression: { facet: 2, trait: 1, relation: 3 },
  best: { facet: 2, less: 1, trait: 1, relation: 3 },
  pressure: { facet: 2, trait: 1, relation: 2, strain: 2 },
  together: { do: 3, avoid: 2 },
  colleagues: { colleague: 2 },
  experiment: { experiment: 1 },
  questions: { ask: 3 },
}

/**
 * A facet is mentioned, and then again with its downside, a tip, a question, a colleague of the other side or an
 * experiment. More would repeat the same point.
 */
const maxMentions = 3

/** A facet has one statement, or one and a question. */
const maxOfStatementsAndQuestions = 2

/** Three shortcomings in a row are enough; a section on pressure with more would be a list of charges. */
const maxHard = 3

/** Minimum number of sentences per section, if there are enough; one that connects two facts counts as two. */
const minPerSection: Partial<Record<DebriefSection, number>> = {
  overview: 3,
  impression: 3,
  best: 3,
  pressure: 3,
  together: 4,
  drives: 3,
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
  const situationsSaid = new Set<string>()
  let words = overhead
  const statements: Piece[] = []
  /** What the person could ask of others for: the same need is no tip for others, too. */
  const requested = new Set<string>()
  const isRequested = ({ tip, evidence }: Piece) =>
    tip !== undefined && evidence.some((id) => requested.has(id))
  const fits = ({ piece, group, facets, hard }: Candidate) =>
    group.count < group.max &&
    !isRequested(piece) &&
    !texts.has(piece.text) &&
    (!piece.isHard || hard.count < maxHard) &&
    facets.every(({ mentions }) => mentions < maxMentions)
  const isDeniedBySome = (piece: Piece) =>
    claims(piece) && statements.some((other) => isDenied(piece, other, statements))
  const beginsAlike = ({ situation }: Piece) => situation !== undefined && situationsSaid.has(situation)
  const isSaidAlready = ({ piece: { point }, section }: Candidate) =>
    point !== undefined && section.some((other) => other.point === point)
  const isNews = (candidate: Candidate) => {
    const { piece, facets } = candidate
    if (piece.must) return true
    return (
      piece.weight > 0 &&
      !isApart(piece) &&
      !piece.isLast &&
      !beginsAlike(piece) &&
      !isSaidAlready(candidate) &&
      facets.every((facet) => hasRoom(facet, piece)) &&
      !isDeniedBySome(piece)
    )
  }
  const select = ({ piece, section, group, facets, hard }: Candidate) => {
    texts.add(piece.text)
    words += wordsOf(piece.text)
    section.push(piece)
    group.count++
    if (piece.isHard) hard.count++
    if (piece.group === 'help') for (const id of piece.evidence) requested.add(id)
    if (piece.situation !== undefined) situationsSaid.add(piece.situation)
    for (const facet of facets) {
      facet.mentions++
      if (isStatement(piece)) facet.statements++
      if (piece.group === 'ask') facet.questions++
    }
    if (claims(piece)) statements.push(piece)
    if (!isAdvice(piece)) for (const id of piece.evidence) said.add(id)
  }
  /** Advice and questions belong to texts that say what they are about: readers would look for the reason. */
  const hasReason = ({ piece }: Candidate) => !isAdvice(piece) || piece.evidence.every((id) => said.has(id))
  /**
   * A row of shortcomings is followed by a pair that says how to deal with one, by a strength, or by what others can do
   * about one of them.
   */
  const addHelp = (own: readonly Candidate[]) => {
    const selected = own[0]?.section ?? []
    if (!selected.every(({ isHard }) => isHard)) return
    const isWayOut = ({ piece }: Candidate) => !piece.isHard && isStatement(piece)
    const isForOne = ({ piece }: Candidate) =>
      piece.group === 'help' &&
      selected.some(
        ({ says, evidence }) => says.length > 0 && piece.evidence.every((id) => evidence.includes(id)),
      )
    const help =
      own.find((one) => isWayOut(one) && fits(one) && isNews(one)) ??
      own.find((one) => isForOne(one) && fits(one))
    if (help) select(help)
  }
  const bySection = Map.groupBy(candidates, ({ piece }) => piece.section)
  for (const candidate of candidates) {
    const { must, tip } = candidate.piece
    if (must && fits(candidate) && (tip === undefined || !isSaidAlready(candidate))) select(candidate)
  }
  for (const id of debriefSections) {
    const own = bySection.get(id) ?? []
    // What has a reason comes first; the rest only if there is too little of it.
    const { first = [], rest = [] } = Object.groupBy(own, (one) => (hasReason(one) ? 'first' : 'rest'))
    const inTurn = [...first, ...rest]
    if (id === 'together') {
      const toAvoid = inTurn.filter(({ piece }) => piece.group === 'avoid')
      const avoidTip = toAvoid.find(fits) ?? toAvoid[0]
      if (avoidTip) select(avoidTip)
    }
    for (const candidate of inTurn) {
      if (factsIn(candidate.section) >= (minPerSection[id] ?? 0)) break
      if (fits(candidate) && isNews(candidate)) select(candidate)
    }
    // A section of one sentence says too little: better a point that was made before.
    const isShort = () => (own[0]?.section.length ?? 0) < (shortestSection[id] ?? 0)
    if (isShort()) {
      const cost = (candidate: Candidate) =>
        points(candidate) +
        (beginsAlike(candidate.piece) ? 5 : 0) +
        (isSaidAlready(candidate) ? 8 : 0) +
        (isDeniedBySome(candidate.piece) ? 10 : 0) +
        (candidate.piece.isLast ? 20 : 0)
      const byCost = inTurn
        .map((candidate) => ({ candidate, cost: cost(candidate) }))
        .sort((one, other) => one.cost - other.cost)
      for (const { candidate } of byCost)
        if (
          isShort() &&
          fits(candidate) &&
          !isApart(candidate.piece) &&
          (candidate.section.length === 0 || (!isDeniedBySome(candidate.piece) && !candidate.piece.isLast))
        )
          select(candidate)
    }
    if (id === 'pressure') {
      addHelp(own)
      // Before other advice has mentioned its facet three times.
      selectExperiment(candidates, (candidate) => fits(candidate) && hasReason(candidate), select)
    }
  }
  for (const candidate of candidates) {
    const { piece, section } = candidate
    const isNew = !section.some(({ about, group }) => group === 'colleague' && about === piece.about)
    if (piece.group === 'colleague' && isNew && fits(candidate) && hasReason(candidate)) select(candidate)
  }
  for (const candidate of candidates) {
    const { weight, text } = candidate.piece
    const wordLimit = weight >= importantWeight ? maxWords : fillerWords
    const isRoom = () => words + wordsOf(text) <= wordLimit
    if (words < wordLimit && fits(candidate) && isRoom() && hasReason(candidate) && isNews(candidate))
      select(candidate)
  }
  // Someone of whom little is left to say gets more advice instead.
  for (const candidate of candidates) {
    if (words >= leastWords) break
    const { piece, group, facets } = candidate
    const isMore = piece.section === 'together' && group.count === group.max && !texts.has(piece.text)
    const isOften = facets.some(({ mentions }) => mentions >= maxMentions)
    const isFew = words < leastWords - fewWords
    if (isMore && !isOften && !isRequested(piece) && hasReason(candidate) && (isFew || isNews(candidate)))
      select(candidate)
    // What the first value means is worth a second sentence then.
    if (piece.group === 'value' && isFew && fits(candidate)) select(candidate)
  }
  return debriefSections.flatMap((id) => {
    const selected = bySection.get(id)?.[0]?.section ?? []
    return selected.length > 0 ? [{ id, pieces: inOrder(selected) }] : []
  })
}

/** Selected by rules of their own. */
function isApart({ group }: Piece): boolean {
  return group === 'help' || group === 'experiment' || group === 'colleague'
}

/**
 * The experiment is about what the text begins with, or else about what it says of pressure, or of anything. It comes
 * from a sentence that shows what it is for: a pair, or something that is hard for the person under pressure. After
 * praise alone, readers wonder what it should change.
 */
function selectExperiment(
  candidates: readonly Candidate[],
  isFit: (candidate: Candidate) => boolean,
  select: (candidate: Candidate) => void,
): void {
  const piecesIn = (section: DebriefSection) =>
    candidates.find(({ piece }) => piece.section === section)?.section ?? []
  const idsOf = (pieces: readonly Piece[]) => new Set(pieces.flatMap(({ evidence }) => evidence))
  const statementsIn = (section: DebriefSection) => piecesIn(section).filter((piece) => !isAdvice(piece))
  const [opening, pressure] = [idsOf(statementsIn('overview')), idsOf(statementsIn('pressure'))]
  const requested = idsOf(piecesIn('pressure').filter(({ group }) => group === 'help'))
  const shown = idsOf([
    ...debriefSections
      .flatMap(statementsIn)
      .filter(({ says, evidence, isPraise }) => says.length > 0 && evidence.length > 1 && !isPraise),
    ...statementsIn('pressure').filter(({ isHard }) => isHard),
  ])
  const isStyleShown = statementsIn('pressure').some(
    ({ isHard, evidence }) => isHard && evidence.includes('disc.style'),
  )
  const place = ({ piece: { evidence, about } }: Candidate) => {
    const [id = ''] = evidence
    const isShown = shown.has(id)
    if (id === 'disc.style') return isStyleShown ? 2 : 7
    if (!about) return 8
    // The text has said already what helps.
    if (requested.has(id)) return 6
    if (!isShown) return opening.has(id) ? 4 : 5
    return opening.has(id) ? 0 : pressure.has(id) ? 1 : 3
  }
  const [first] = candidates
    .filter((candidate) => candidate.piece.group === 'experiment' && isFit(candidate))
    .toSorted((one, other) => place(one) - place(other))
  if (first) select(first)
}

/** Sections with at least this many sentences, even if one repeats a point. */
const shortestSection: Partial<Record<DebriefSection, number>> = {
  impression: 2,
  best: 2,
  pressure: 2,
  questions: 3,
  drives: 2,
}

function factsIn(pieces: readonly Piece[]): number {
  return (
    pieces.length + pieces.filter(({ group, section }) => group === 'relation' && section !== 'drives').length
  )
}

function isAdvice({ group }: Piece): boolean {
  return adviceGroups.has(group)
}

const adviceGroups: ReadonlySet<PieceGroup> = new Set([
  'do',
  'avoid',
  'help',
  'ask',
  'experiment',
  'colleague',
])

/** A sentence with all that decides whether it fits, shared with the others that it counts for. */
type Candidate = {
  readonly piece: Piece
  /** The sentences selected for its section. */
  readonly section: Piece[]
  readonly group: { count: number; readonly max: number }
  /** What was selected on the facets that it is about. */
  readonly facets: readonly FacetCount[]
  /** How many selected sentences on pressure name something hard. */
  readonly hard: { count: number }
}

type FacetCount = { mentions: number; statements: number; questions: number }

function isStatement({ says }: Piece): boolean {
  return says.length > 0
}

/** How often the facets of a sentence have their points made already. */
function points({ facets }: Candidate): number {
  return facets.reduce((sum, { statements }) => sum + statements, 0)
}

/** Whether one more sentence on a facet repeats no point. */
function hasRoom({ statements, questions }: FacetCount, piece: Piece): boolean {
  if (isStatement(piece)) return statements === 0 || piece.must
  return piece.group !== 'ask' || statements + questions < maxOfStatementsAndQuestions
}

function toCandidates(pieces: readonly Piece[]): Candidate[] {
  const sections = new Map<
    DebriefSection,
    { selected: Piece[]; groups: Map<PieceGroup, Candidate['group']> }
  >()
  const counts = new Map<string, FacetCount>()
  const hard = { count: 0 }
  const otherHard = { count: -Infinity }
  return pieces.map((piece) => {
    const section = sections.get(piece.section) ?? { selected: [], groups: new Map() }
    sections.set(piece.section, section)
    const max = maxPerGroup[piece.section]?.[piece.group] ?? Infinity
    const group = section.groups.get(piece.group) ?? { count: 0, max }
    section.groups.set(piece.group, group)
    const facets = piece.evidence
      .filter((id) => id.includes('.facets.'))
      .map((id) => {
        const count = counts.get(id) ?? { mentions: 0, statements: 0, questions: 0 }
        counts.set(id, count)
        return count
      })
    const hardOfSection = piece.section === 'pressure' ? hard : otherHard
    return { piece, section: section.selected, group, facets, hard: hardOfSection }
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
