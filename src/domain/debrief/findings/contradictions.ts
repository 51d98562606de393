import type { Letter } from '../../../scoring/results.ts'
import { denialsOfLast, isAnyMentioned, isLastDeniedByValue, sidesOf } from './claims.ts'
import { type FacetSide, haveCommon } from './facet-sides.ts'
import type { Finding } from './finding.ts'
import { isOfRelation, isOnLeadingLetter, isOnValue } from './kinds.ts'

type Sides = Readonly<Record<string, 'high' | 'low'>>

/**
 * Sides of facets and traits that read like the opposite of a leading letter. The two instruments ask differently, so
 * both can be true; but next to each other, without a sentence that connects them, they look like a mistake.
 */
const againstLeading: Readonly<Record<Letter, Sides>> = {
  D: {
    leadership: 'low',
    vigor: 'low',
    selfBelief: 'low',
    humility: 'high',
    teamwork: 'high',
    prudence: 'high',
    openMindedness: 'high',
  },
  I: {
    communication: 'low',
    friendliness: 'low',
    sociability: 'low',
    cheerfulness: 'low',
    confidence: 'low',
  },
  S: {
    composure: 'low',
    temperance: 'low',
    teamwork: 'low',
    adventureSeeking: 'high',
    innovativeness: 'high',
  },
  C: { organization: 'low', systemization: 'low', prudence: 'low', responsibility: 'low', discipline: 'low' },
}

/** Whether a facet or trait reads like the opposite of one of the leading letters. */
export function contradictsStyle({ subject }: Finding, all: readonly Finding[]): boolean {
  if (subject.kind !== 'facet' && subject.kind !== 'trait') return false
  const scale = subject.kind === 'facet' ? subject.facet : subject.trait
  return leadingLetters(all).some((letter) => againstLeading[letter][scale] === subject.side)
}

/** Whether a pair of the leading letter has a facet that reads like the opposite of the letter. */
export function isOnOpposedLetter(finding: Finding, all: readonly Finding[]): boolean {
  const [letter] = leadingLetters(all)
  return (
    letter !== undefined &&
    isOnLeadingLetter(finding) &&
    sidesOf(finding).some((side) => {
      const [facet = '', high] = side.split('.')
      return againstLeading[letter][facet] === high
    })
  )
}

/** The letters of the style; none if no letter stands out. */
function leadingLetters(all: readonly Finding[]): readonly Letter[] {
  const known = lettersOf.get(all)
  if (known) return known
  const subject = all.find((finding) => finding.subject.kind === 'style')?.subject
  const leading = subject?.kind === 'style' && subject.style !== 'even' ? [...subject.style] : []
  lettersOf.set(all, leading as Letter[])
  return leading as Letter[]
}

/** By the findings of a person, because nearly every statement is held against them. */
const lettersOf = new WeakMap<readonly Finding[], readonly Letter[]>()

/**
 * Whether a facet would be mentioned next to a more extreme one that reads like its opposite. People can be confident
 * in their abilities and doubt how they apply them, but in two flat sentences it looks like a mistake.
 */
export function contradictsFacet(finding: Finding, all: readonly Finding[]): boolean {
  if (finding.subject.kind !== 'facet') return false
  const against = oppositesOf.get(sidesOf(finding)[0] as FacetSide)
  if (!against) return false
  return all.some(
    (other) =>
      other.subject.kind === 'facet' &&
      other.salience >= finding.salience &&
      haveCommon(sidesOf(other), against),
  )
}

/** Whether a relation is about two sides that would otherwise read as a claim and its denial. */
export function namesOpposites({ subject }: Finding): boolean {
  return isOfRelation(subject) && namedOpposites.has(subject.relation)
}

const namedOpposites = new Set(['feelsAndJudges', 'calmThenHard', 'calmThenFull'])

/**
 * Whether a facet conflicts with one that a relation already speaks of, with a value or with the leading letter, which
 * are said in any case, without a sentence that connects these two.
 * Readers would be left with the contradiction.
 */
export function contradictsSaid(
  { facets: [facet = ''] }: Finding,
  joined: readonly Finding[],
  all: readonly Finding[],
): boolean {
  const said = facetsOf(joined)
  return all.some(
    (other) =>
      (other.subject.kind === 'tension' || other.subject.kind === 'contradiction') &&
      other.facets.includes(facet) &&
      !joined.includes(other) &&
      (other.facets.some((one) => one !== facet && said.has(one)) ||
        isOnValue(other) ||
        isOnLeadingLetter(other)),
  )
}

/** The facets of all these findings. */
function facetsOf(joined: readonly Finding[]): ReadonlySet<string> {
  const known = joinedFacets.get(joined)
  if (known) return known
  const facets = new Set(joined.flatMap((finding) => finding.facets))
  joinedFacets.set(joined, facets)
  return facets
}

/** By what the plan of a debrief joins, because each facet is held against it. */
const joinedFacets = new WeakMap<readonly Finding[], ReadonlySet<string>>()

/** Sides that readers understand as a claim and its denial. */
const opposites: readonly (readonly [FacetSide, FacetSide])[] = [
  ['humility.low', 'selfBelief.low'],
  ['emotionalAwareness.high', 'compassion.low'],
  ['composure.high', 'optimism.low'],
  ['composure.high', 'resilience.low'],
]

const oppositesOf = new Map<FacetSide, FacetSide[]>()
for (const [one, other] of opposites) {
  oppositesOf.set(one, [...(oppositesOf.get(one) ?? []), other])
  oppositesOf.set(other, [...(oppositesOf.get(other) ?? []), one])
}

/** Whether a pair says the lowest letter, or a facet or a value that may be mentioned reads like its opposite. */
export function isLowestLeftOut(
  { evidence: [id = ''] }: Finding,
  letter: Letter,
  joined: readonly Finding[],
  all: readonly Finding[],
): boolean {
  return (
    joined.some(({ evidence }) => evidence.includes(id)) ||
    contradictsAnyFacet(letter, all) ||
    isLastDeniedByValue(all, letter)
  )
}

/** Whether a facet that may be mentioned reads like the opposite of the text about the lowest letter. */
function contradictsAnyFacet(letter: Letter, all: readonly Finding[]): boolean {
  return isAnyMentioned(all, denialsOfLast(letter))
}
