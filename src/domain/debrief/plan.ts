import {
  clash,
  denialsOfValue,
  type FacetSide,
  isAnyMentioned,
  isLetterWithValueDenied,
  isShortcoming,
  isUnfit,
  mayOpen,
  sidesOf,
  styleDenials,
} from './findings/claims.ts'
import { contradictsFacet, contradictsStyle, namesOpposites } from './findings/contradictions.ts'
import type { Finding } from './findings/finding.ts'
import { sectionOfFacet } from './findings/sections.ts'
import { topRanks } from './findings/values.ts'
import { minSalience, selectFindings } from './select.ts'
import { debriefTexts } from './texts.ts'

/** What a debrief focuses on, and which finding mentions which facet, so that nothing is repeated. */
export type DebriefPlan = {
  readonly chosen: readonly Finding[]
  /** Relations, and values with their facets, that are mentioned; those facets need no sentence of their own. */
  readonly joined: readonly Finding[]
  /** The three headlines, in their order; fewer if there is too little to say. */
  readonly headlines: readonly Finding[]
  /** High facets of other traits for the section on work, if flexibility and organization give too few. */
  readonly strengths: readonly Finding[]
  /** The two facets in which the person differs most from others: colleagues of the other side are worth a sentence. */
  readonly different: readonly Finding[]
  /** What the experiment is about. */
  readonly experiment: Finding | undefined
  /** Whether the answers make every statement uncertain. */
  readonly isDoubtful: boolean
}

/** A headline above the others, which then say something else. */
export type Above = {
  /** Whether it names the style. */
  readonly style: boolean
  readonly facets: readonly string[]
  /** Facets that the sentences after it touch on: headlines only if nothing else is left. */
  readonly touched: readonly string[]
  /** Whether the first words about someone may name this side of a facet. */
  readonly mayBeginWith: (facet: { facet: string; side: 'high' | 'low' }) => boolean
}

export function planDebrief(findings: readonly Finding[], above?: Above): DebriefPlan {
  const chosen = selectFindings(findings)
  const valuesWithFacets = chosen.filter(isValueWithFacet)
  const relations = relationsOf(findings, chosen, valuesWithFacets)
  const joined = [...valuesWithFacets, ...withoutTooMany(relations, findings)]
  const headlines = headlinesOf(findings, chosen, joined, above)
  const mentioned = [...headlines, ...joined].flatMap(({ facets }) => facets)
  const uncovered = findings.filter(
    (finding) =>
      isHighFacet(finding) &&
      finding.salience >= minSalience &&
      !mentioned.includes(finding.facets[0] ?? '') &&
      !contradictsStyle(finding, findings),
  )
  const connected = joined.filter((finding) => sectionOf(finding) === 'best' && !headlines.includes(finding))
  const own = findings.filter((finding) => belongsToBest(finding) && finding.salience >= minSalience)
  const ownCount = own.length + 2 * connected.length
  const strengths = uncovered
    .filter((finding) => !belongsToBest(finding))
    .slice(0, Math.max(0, minStrengths - ownCount))
  const different = differentFacets(findings)
  const experiment = experimentOf(findings, different)
  const isDoubtful = findings.some(({ subject }) => subject.kind === 'quality')
  return { chosen, joined, headlines, strengths, different, experiment, isDoubtful }
}

/**
 * The first thing to know about what someone does, their style, and their first values. What is missing is filled up
 * with the most salient facets, traits and the lowest letter. What is said above is missing, too.
 */
function headlinesOf(
  findings: readonly Finding[],
  chosen: readonly Finding[],
  joined: readonly Finding[],
  above: Above | undefined,
): Finding[] {
  const ofKind = (kind: string) => findings.find(({ subject }) => subject.kind === kind)
  const relations = joined.filter(
    (finding) => isRelation(finding) && !isOnValue(finding) && !isSaid(finding, above),
  )
  const openings = relations.filter(mayOpen).toSorted((one, other) => lowSidesOf(one) - lowSidesOf(other))
  const strengths = [...chosen, ...findings].filter(
    (finding) =>
      isHighFacet(finding) &&
      !isSaid(finding, above) &&
      !isAgainstStyle(finding, findings) &&
      (chosen.includes(finding) ||
        (finding.salience >= minSalience &&
          fitsIn(finding, findings) &&
          !joined.some((one) => isSameFacet(one, finding) || clash(one, finding)))),
  )
  // A strength or a sentence that says how two facts go together, if possible a certain one.
  const leading =
    leadingRelation(openings.filter(({ sure }) => sure)) ??
    strengths.find(({ sure }) => sure) ??
    leadingRelation(openings) ??
    strengths[0] ??
    relations[0] ??
    ofKind('flat')
  const style = ofKind('style')
  const isStyleLater = deniedStyle(findings) || isEven(style)
  const usual = [leading, isStyleLater ? undefined : style, ofKind('topValues')].filter(
    (finding) => finding !== undefined && !isSaid(finding, above),
  ) as Finding[]
  if (usual.length === headlineCount) return usual
  // Relations have their sentences further down, which what is below another headline doesn't have.
  const covered = above ? usual : [...usual, ...joined]
  const others = findings.filter(
    (finding) =>
      ['facet', 'letter', 'trait'].includes(finding.subject.kind) &&
      finding.salience >= minSalience &&
      !covered.some((one) => isSameFacet(one, finding) || clash(one, finding)) &&
      !isSaid(finding, above) &&
      mayBegin(finding, above) &&
      fitsIn(finding, findings),
  )
  const isTouched = ({ facets }: Finding) => facets.some((facet) => above?.touched.includes(facet))
  const place = (finding: Finding) => (isTouched(finding) ? 2 : isHighFacet(finding) ? 0 : 1)
  const highFirst = others.toSorted((one, other) => place(one) - place(other))
  const filled = [...usual, ...highFirst.slice(0, headlineCount - usual.length)]
  const isStyleLeft = style && !filled.includes(style) && !isSaid(style, above)
  return isStyleLeft && filled.length < headlineCount ? [...filled, style] : filled
}

const headlineCount = 3

/** That no letter leads is a headline only if there are too few others. */
function isEven(style: Finding | undefined): boolean {
  return style?.subject.kind === 'style' && style.subject.style === 'even'
}

/** Whether the headline on the style seems to deny it, and it doesn't say how the two go together. */
export function isAgainstStyle(finding: Finding, all: readonly Finding[]): boolean {
  if (finding.evidence.includes('disc.style')) return false
  const denials = deniedByStyle.get(all) ?? findDenials(all)
  deniedByStyle.set(all, denials)
  return denials.length > 0 && sidesOf(finding).some((side) => denials.includes(side))
}

/** What the headline on the style denies, by the findings of a person, because every statement is held against it. */
const deniedByStyle = new WeakMap<readonly Finding[], readonly FacetSide[]>()

function findDenials(all: readonly Finding[]): readonly FacetSide[] {
  const subject = all.find((one) => one.subject.kind === 'style')?.subject
  return subject?.kind === 'style' && !deniedStyle(all) ? styleDenials(subject.style, 'overview') : []
}

function lowSidesOf(finding: Finding): number {
  return sidesOf(finding).filter((side) => side.endsWith('.low')).length
}

/** Whether an extreme facet denies what the headline on the style says. */
function deniedStyle(findings: readonly Finding[]): boolean {
  const subject = findings.find((finding) => finding.subject.kind === 'style')?.subject
  return (
    subject?.kind === 'style' &&
    isAnyMentioned(findings, styleDenials(subject.style, 'overview'), extremeSalience)
  )
}

/** From this salience a facet says more of a person than the style does. */
const extremeSalience = 15

/**
 * The style is a headline of its own, so one about a letter would say the same twice. A section with two relations can
 * do without one of them.
 */
function leadingRelation(relations: readonly Finding[]): Finding | undefined {
  const onScales = relations.filter((finding) => !isOnLetter(finding))
  const isSpare = (finding: Finding) =>
    relations.some((other) => other !== finding && sectionOf(other) === sectionOf(finding))
  return onScales.find(isSpare) ?? onScales[0]
}

/** Whether the headline above says it: the style and its letters, or all facets of the finding. */
function isSaid({ subject, evidence, facets }: Finding, above: Above | undefined): boolean {
  if (!above) return false
  if (subject.kind === 'style' || subject.kind === 'letter') return above.style
  if (subject.kind === 'reinforcement' && above.style && evidence.includes('disc.style')) return true
  return facets.length > 0 && facets.every((facet) => above.facets.includes(facet))
}

/** In a whole debrief, where more follows, a low side can be among the headlines. */
function mayBegin({ subject }: Finding, above: Above | undefined): boolean {
  if (!above) return true
  return subject.kind === 'facet'
    ? above.mayBeginWith(subject)
    : !('side' in subject && subject.side === 'low')
}

function isSameFacet(one: Finding, other: Finding): boolean {
  return other.facets.some((facet) => one.facets.includes(facet))
}

/** Whether a finding seems to contradict neither the style nor another facet. */
function fitsIn(finding: Finding, all: readonly Finding[]): boolean {
  return !contradictsFacet(finding, all) && !contradictsStyle(finding, all)
}

/** The two most salient facets of two traits. The findings are sorted, so the first that fits is the most salient. */
function differentFacets(findings: readonly Finding[]): Finding[] {
  const first = findings.find((finding) => isFacet(finding) && fitsIn(finding, findings))
  if (!first) return []
  const [trait] = first.traits
  const second = findings.find(
    (finding) => isFacet(finding) && finding.traits[0] !== trait && fitsIn(finding, findings),
  )
  return second ? [first, second] : [first]
}

/** The most salient facet that no sentence on colleagues is about; otherwise the style, or the first values. */
function experimentOf(findings: readonly Finding[], different: readonly Finding[]): Finding | undefined {
  const other = findings.find(
    (finding) =>
      isFacet(finding) &&
      finding.salience >= minSalience &&
      !different.includes(finding) &&
      isExperimentFor(finding, findings),
  )
  const first = different.find(
    (finding) => finding.salience >= minSalience && isExperimentFor(finding, findings),
  )
  return (
    other ??
    first ??
    findings.find((finding) => finding.subject.kind === 'style' && isExperimentFor(finding, findings)) ??
    findings.find(({ subject }) => subject.kind === 'topValues') ??
    findings.find(({ subject }) => subject.kind === 'style') ??
    different[0]
  )
}

/** Whether an experiment on a facet or a style contradicts nothing that the text may say of the person. */
function isExperimentFor(finding: Finding, all: readonly Finding[]): boolean {
  const { subject } = finding
  if (subject.kind === 'style') return !isUnfit(`experiments.${subject.style.charAt(0)}`, all)
  return (
    subject.kind === 'facet' &&
    fitsIn(finding, all) &&
    !isUnfit(`facets.${subject.facet}.${subject.side}.experiment`, all) &&
    !all.some((other) => isFacet(other) && other.salience >= minSalience && clash(other, finding))
  )
}

function isFacet({ subject }: Finding): boolean {
  return subject.kind === 'facet'
}

/**
 * Relations cover their facets, each facet once. Selected relations come first; others are added if no value covers
 * one of their facets. A relation replaces a facet that was selected on its own: two facts together fit fewer people
 * than either alone. None rests on a facet that seems to contradict a more extreme one.
 */
function relationsOf(
  findings: readonly Finding[],
  chosen: readonly Finding[],
  valuesWithFacets: readonly Finding[],
): Finding[] {
  const hidden = findings.filter((finding) => contradictsFacet(finding, findings))
  const gaps = findings.filter(({ subject, sure }) => subject.kind === 'gap' && sure)
  const denials = deniedByValues(findings)
  const isCovered = (finding: Finding, by: readonly Finding[]) =>
    by.some((other) => isSameFacet(other, finding) || (isOnValue(finding) && isSameValue(other, finding)))
  // A pair that names both of what seems to contradict itself needs nothing hidden.
  const isHidden = (finding: Finding) =>
    hidden.some((one) => isSameFacet(one, finding) && !namesOpposites(finding))
  const open = findings.filter(
    (finding) =>
      isRelation(finding) &&
      !isHidden(finding) &&
      !isRepeat(finding) &&
      (isOnValue(finding) || !sidesOf(finding).some((side) => denials.includes(side))) &&
      !isAgainstStyle(finding, findings) &&
      !gaps.some((gap) => isSameValue(gap, finding)),
  )
  const isDoubtful = findings.some(({ subject }) => subject.kind === 'quality')
  const certain = isDoubtful ? open : open.filter(({ sure }) => sure)
  const pick = (inTurn: readonly Finding[]) => {
    const relations: Finding[] = []
    const add = (finding: Finding, covered: readonly Finding[], max: number) => {
      const inSection = relations.filter((other) => sectionOf(other) === sectionOf(finding))
      const isLetterTaken = isOnLetter(finding) && relations.some(isOnLetter)
      const isClear = !relations.some((other) => clash(finding, other))
      if (inSection.length < max && !isLetterTaken && isClear && !isCovered(finding, covered))
        relations.push(finding)
    }
    // A value next to its opposite is named together with it, or not at all.
    for (const finding of inTurn.filter(isOnOpposites)) add(finding, relations, 1)
    for (const finding of inTurn.filter((one) => chosen.includes(one))) add(finding, relations, 1)
    for (let max = 1; max <= maxPerSection; max++)
      for (const finding of inTurn) add(finding, [...relations, ...valuesWithFacets], max)
    // An uncertain one only where a section has none.
    for (const finding of open) add(finding, [...relations, ...valuesWithFacets], 1)
    return relations
  }
  const salientFirst = pick(certain)
  // A pair whose facts are in no other one leaves more of the others: the larger set says more.
  const rivals = (finding: Finding) =>
    certain.filter((other) => isSameFacet(other, finding) || clash(other, finding)).length
  const looseFirst = pick(
    certain
      .map((finding) => ({ finding, count: rivals(finding) }))
      .sort((one, other) => one.count - other.count)
      .map(({ finding }) => finding),
  )
  const relations = looseFirst.length > salientFirst.length ? looseFirst : salientFirst
  return [...relations, ...neededRepeats(findings, relations, valuesWithFacets)]
}

/** A facet that agrees with the leading letter, which a headline names: it says the same twice. */
function isRepeat({ subject, evidence }: Finding): boolean {
  return subject.kind === 'reinforcement' && evidence.includes('disc.style')
}

/** Repeats for sections that have neither another pair nor two other facets. */
function neededRepeats(
  findings: readonly Finding[],
  relations: readonly Finding[],
  valuesWithFacets: readonly Finding[],
): Finding[] {
  if (relations.some(isOnLetter)) return []
  const repeat = findings.find(
    (finding) =>
      isRepeat(finding) &&
      finding.sure &&
      !isAgainstStyle(finding, findings) &&
      !relations.some((other) => sectionOf(other) === sectionOf(finding)) &&
      ![...relations, ...valuesWithFacets].some(
        (other) => isSameFacet(other, finding) || clash(other, finding),
      ) &&
      singlesFor(finding, relations, findings).filter((single) => !isSameFacet(finding, single)).length < 2,
  )
  return repeat ? [repeat] : []
}

/** Clear facets that could be said alone in the section of a pair, in its place. */
function singlesFor(pair: Finding, relations: readonly Finding[], all: readonly Finding[]): Finding[] {
  const others = relations.filter((other) => other !== pair)
  return all.filter(
    (finding) =>
      finding.subject.kind === 'facet' &&
      finding.sure &&
      finding.salience >= minSalience &&
      sectionOfFacet(finding.subject.facet, finding.subject.trait) === sectionOf(pair) &&
      !others.some((other) => isSameFacet(other, finding) || clash(other, finding)) &&
      !isAgainstStyle(finding, all) &&
      fitsIn(finding, all),
  )
}

/**
 * Two facts, a colon and what follows: by the fifth time, readers see the pattern and no longer the person. Of more than
 * that, the weakest pairs make room for single facts, if their section has any.
 */
function withoutTooMany(relations: readonly Finding[], findings: readonly Finding[]): readonly Finding[] {
  let left = relations
  for (;;) {
    const joining = [...left, ...joiningValues(left, findings)]
    const tooMany =
      joining.length > maxJoining
        ? joining
        : [joining.filter(advises), joining.filter((finding) => !advises(finding))].find(
            ({ length }) => length > maxOfPattern,
          )
    if (!tooMany) return left
    const inSection = (pair: Finding) => left.filter((other) => sectionOf(other) === sectionOf(pair)).length
    const [weakest] = left
      .filter(
        (pair) =>
          tooMany.includes(pair) &&
          sectionOf(pair) !== 'drives' &&
          singlesFor(pair, left, findings).length > 0,
      )
      .toSorted(
        (one, other) =>
          Number(isWayOut(one)) - Number(isWayOut(other)) ||
          inSection(other) - inSection(one) ||
          one.salience - other.salience,
      )
    if (!weakest) return left
    left = left.filter((pair) => pair !== weakest)
  }
}

/** Sentences that join two facts, and those of them that end in the same manner: with advice, or with what may follow. */
const maxJoining = 5
const maxOfPattern = 4

/** Whether a sentence ends with advice, in English, which decides on the sentences of every language. */
function advises({ subject }: Finding): boolean {
  const { relations, letterWithValue } = debriefTexts('en')
  const texts =
    'relation' in subject
      ? relations[subject.relation]?.say
      : subject.kind === 'letterWithValue'
        ? letterWithValue[subject.letter][subject.value]
        : undefined
  return texts?.sure.includes(', so ') ?? false
}

/** What joins a value with its facet or with the leading letter next to these relations. */
function joiningValues(relations: readonly Finding[], findings: readonly Finding[]): Finding[] {
  return findings.filter((finding) => {
    const { subject } = finding
    if (subject.kind === 'letterWithValue')
      return !isLetterWithValueDenied(findings, subject.letter, subject.value)
    return (
      isValueWithFacet(finding) &&
      finding.sure &&
      !isAgainstStyle(finding, findings) &&
      !relations.some(
        (other) => isSameValue(other, finding) || isSameFacet(other, finding) || clash(other, finding),
      )
    )
  })
}

/** A pair that helps under pressure, where most other sentences are on shortcomings. */
function isWayOut(finding: Finding): boolean {
  return sectionOf(finding) === 'pressure' && !isShortcoming(finding)
}

/** Each section begins with what goes together or pulls apart, and has room for single facts after it. */
const maxPerSection = 3

function sectionOf({ subject }: Finding): string | undefined {
  return 'section' in subject ? subject.section : undefined
}

/** Whether a letter of DISC is one of the two facts. */
function isOnLetter({ subject, evidence }: Finding): boolean {
  return 'relation' in subject && evidence.some((id) => id.startsWith('disc.'))
}

/** Whether one of the first values is among the facts. */
function isOnValue({ evidence }: Finding): boolean {
  return evidence.some((id) => id.startsWith('core.'))
}

/** What the values that are said for certain deny. */
function deniedByValues(all: readonly Finding[]): readonly FacetSide[] {
  return all.flatMap(({ subject, sure }) =>
    subject.kind === 'value' &&
    (subject.rank === 'first' || (sure && topRanks.some((rank) => rank === subject.rank)))
      ? denialsOfValue(subject.value)
      : [],
  )
}

/** Whether it names a value and a facet, or the lowest letter, that reads as its opposite. */
function isOnOpposites(finding: Finding): boolean {
  const { subject } = finding
  return 'relation' in subject && subject.section === 'drives' && opposedToValue.has(subject.relation)
}

const opposedToValue = new Set([
  'recognitionModest',
  'careGuarded',
  'securityDaring',
  'traditionNew',
  'influenceWithoutOrders',
  'achievementWithoutContest',
  'recognitionWithoutStage',
  'influenceWithoutStage',
])

function isSameValue(one: Finding, other: Finding): boolean {
  return other.evidence.some((id) => id.startsWith('core.') && one.evidence.includes(id))
}

/** Minimum number of high facets for the section on work, if available. */
const minStrengths = 2

function belongsToBest({ subject }: Finding): boolean {
  return subject.kind === 'facet' && sectionOfFacet(subject.facet, subject.trait) === 'best'
}

function isRelation({ subject }: Finding): boolean {
  return 'relation' in subject
}

/** A value together with its facet. */
function isValueWithFacet({ subject }: Finding): boolean {
  return subject.kind === 'fit' || subject.kind === 'gap'
}

/** The first thing a text says about someone should not be a low side. */
function isHighFacet({ subject }: Finding): boolean {
  return subject.kind === 'facet' && subject.side === 'high'
}
