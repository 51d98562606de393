import { clash, isLetterWithValueDenied, isShortcoming, sidesOf } from './findings/claims.ts'
import { contradictsFacet, isOnOpposedLetter, namesOpposites } from './findings/contradictions.ts'
import { fitsIn, isAgainstStyle } from './findings/denied-style.ts'
import { type FacetSide, haveCommon } from './findings/facet-sides.ts'
import type { Finding } from './findings/finding.ts'
import {
  isOfRelation,
  isOnLeadingLetter,
  isOnLetter,
  isOnValue,
  isRelation,
  isSameFacet,
  isSameValue,
  isValueWithFacet,
  sectionOf,
} from './findings/kinds.ts'
import { sectionOfFacet } from './findings/sections.ts'
import { denialsOfValue } from './findings/sentence-denials.ts'
import { topRanks } from './findings/values.ts'
import { minSalience } from './select.ts'
import { debriefTexts } from './texts.ts'

/**
 * Relations cover their facets, each facet once. Selected relations come first; others are added if no value covers
 * one of their facets. A relation replaces a facet that was selected on its own: two facts together fit fewer people
 * than either alone. None rests on a facet that seems to contradict a more extreme one.
 */
export function relationsOf(
  findings: readonly Finding[],
  chosen: readonly Finding[],
  valuesWithFacets: readonly Finding[],
): Finding[] {
  const hidden = findings.filter((finding) => contradictsFacet(finding, findings))
  const gaps = findings.filter(({ subject, sure }) => subject.kind === 'gap' && sure)
  const denials = deniedByValues(findings)
  const isDenied = (finding: Finding) => {
    // A pair on a value may name what reads as the opposite of that value, and not of another one.
    const names = (value: Finding) => isOnValue(finding) && isSameValue(value, finding)
    return denials.some(({ value, sides }) => haveCommon(sidesOf(finding), sides) && !names(value))
  }
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
      !isDenied(finding) &&
      !isAgainstStyle(finding, findings) &&
      !gaps.some((gap) => isSameValue(gap, finding)),
  )
  // A value that shows in a facet makes room for one that conflicts with something.
  const conflicting = valuesWithFacets.filter(({ subject }) => subject.kind === 'gap')
  const isDoubtful = findings.some(({ subject }) => subject.kind === 'quality')
  const opposed = open.filter(
    (finding) => isOnOpposedLetter(finding, findings) && isSureOfFacet(finding, findings),
  )
  const certain = isDoubtful ? open : open.filter(({ sure }) => sure)
  const pick = (inTurn: readonly Finding[]) => {
    const relations: Finding[] = []
    const add = (finding: Finding, covered: readonly Finding[], max: number) => {
      const inSection = relations.filter(
        (other) => sectionOf(other) === sectionOf(finding) && !isOnLeadingLetter(other),
      )
      if (inSection.length >= max || isCovered(finding, covered)) return
      // One pair of the leading letter, and one of the lowest.
      const isLetterTaken =
        isOnLetter(finding) &&
        relations.some(
          (other) => isOnLetter(other) && isOnLeadingLetter(other) === isOnLeadingLetter(finding),
        )
      if (!isLetterTaken && !relations.some((other) => clash(finding, other))) relations.push(finding)
    }
    // A facet that reads like the opposite of the leading letter is said with it, because the style is said anyway.
    for (const finding of opposed) add(finding, relations, 1)
    // One pair of the leading letter is the headline on the style.
    for (const finding of inTurn) if (isForHeadline(finding, certain)) add(finding, relations, 1)
    // A value next to its opposite is named together with it, or not at all.
    for (const finding of inTurn.filter(isOnOpposites)) add(finding, relations, 1)
    for (const finding of open.filter(isOnOpposites)) add(finding, relations, 2)
    for (const finding of inTurn.filter((one) => chosen.includes(one))) add(finding, relations, 1)
    for (let max = 1; max <= maxPerSection; max++)
      for (const finding of inTurn) add(finding, [...relations, ...conflicting], max)
    // An uncertain one only where a section has none.
    for (const finding of open) add(finding, [...relations, ...conflicting], 1)
    // A style is said with a hedge in any case, and so is a value.
    for (const finding of open)
      if (isOnLeadingLetter(finding) && isSureOfFacet(finding, findings))
        add(finding, [...relations, ...conflicting], maxPerSection)
    for (const finding of open.filter(isOnValue)) add(finding, [...relations, ...conflicting], 2)
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

function isSureOfFacet({ facets: [facet] }: Finding, all: readonly Finding[]): boolean {
  return all.some(({ subject, sure }) => sure && subject.kind === 'facet' && subject.facet === facet)
}

/** Whether it joins the leading letter with a facet, and no pair of two facets says more of that one. */
function isForHeadline(finding: Finding, all: readonly Finding[]): boolean {
  if (!isOnLeadingLetter(finding)) return false
  return !all.some(
    (other) =>
      other.facets.length > 1 &&
      other.subject.kind !== 'reinforcement' &&
      other.salience > finding.salience &&
      isSameFacet(other, finding),
  )
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
export function withoutTooMany(
  relations: readonly Finding[],
  findings: readonly Finding[],
): { readonly relations: readonly Finding[]; readonly apart: readonly Finding[] } {
  let left = relations
  const apart: Finding[] = []
  for (;;) {
    const values = joiningValues(left, findings).filter((finding) => !apart.includes(finding))
    const joining = [...left, ...values]
    const tooMany =
      joining.length > maxJoining
        ? joining
        : [joining.filter(advises), joining.filter((finding) => !advises(finding))].find(
            ({ length }) => length > maxOfPattern,
          )
    if (!tooMany) return { relations: left, apart }
    // Of several values that show in a facet, one is enough; one that doesn't has to be explained.
    const fit = values.findLast(({ subject }) => subject.kind === 'fit')
    if (fit && tooMany.includes(fit) && values.filter(isValueWithFacet).length > 1) {
      apart.push(fit)
      continue
    }
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
    if (!weakest) return { relations: left, apart }
    left = left.filter((pair) => pair !== weakest)
  }
}

/** Sentences that join two facts, and those of them that end in the same manner: with advice, or with what may follow. */
const maxJoining = 6
const maxOfPattern = 5

/** Whether a sentence ends with advice, in English, which decides on the sentences of every language. */
function advises({ subject }: Finding): boolean {
  const { relations, letterWithValue } = debriefTexts('en')
  const texts = isOfRelation(subject)
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

/** What the values that are said for certain deny. */
function deniedByValues(
  all: readonly Finding[],
): readonly { readonly value: Finding; readonly sides: readonly FacetSide[] }[] {
  return all.flatMap((value) => {
    const { subject, sure } = value
    const isSaid =
      subject.kind === 'value' &&
      (subject.rank === 'first' || (sure && topRanks.some((rank) => rank === subject.rank)))
    return isSaid ? [{ value, sides: denialsOfValue(subject.value) }] : []
  })
}

/** Whether it names a value and a facet, or the lowest letter, that reads as its opposite. */
function isOnOpposites(finding: Finding): boolean {
  const { subject } = finding
  return isOfRelation(subject) && subject.section === 'drives' && opposedToValue.has(subject.relation)
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
  'adventureOldWays',
  'adventureWithCare',
  'adventureInOrder',
  'traditionDaring',
  'traditionPictures',
  'securityNew',
  'careBargains',
  'careWary',
  'careInFight',
  'fairnessOtherWay',
  'influenceModest',
  'traditionAndAdventure',
])
