import type { Letter } from '../../../scoring/results.ts'
import { denialsOfLast, mentionThreshold } from './claims.ts'
import type { Finding } from './finding.ts'

type Sides = Readonly<Record<string, 'high' | 'low'>>

/**
 * Sides of facets and traits that read like the opposite of a leading letter. The two instruments ask differently, so
 * both can be true; but next to each other, without a sentence that connects them, they look like a mistake.
 */
const againstLeading: Readonly<Record<Letter, Sides>> = {
  D: { leadership: 'low', vigor: 'low', selfBelief: 'low', humility: 'high', teamwork: 'high' },
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
  const styleSubject = all.find((finding) => finding.subject.kind === 'style')?.subject
  if (styleSubject?.kind !== 'style' || styleSubject.style === 'even') return false
  return [...styleSubject.style].some((letter) => againstLeading[letter as Letter][scale] === subject.side)
}

/**
 * Whether a facet would be mentioned next to a more extreme one that reads like its opposite. People can be confident
 * in their abilities and doubt how they apply them, but in two flat sentences it looks like a mistake.
 */
export function contradictsFacet({ subject, salience }: Finding, all: readonly Finding[]): boolean {
  if (subject.kind !== 'facet') return false
  return opposites.some(([one, other]) => {
    const opposite = isSide(subject, one) ? other : isSide(subject, other) ? one : undefined
    return (
      opposite && all.some((finding) => finding.salience >= salience && isSide(finding.subject, opposite))
    )
  })
}

/** Whether a relation is about two sides that would otherwise read as a claim and its denial. */
export function namesOpposites({ subject }: Finding): boolean {
  return 'relation' in subject && namedOpposites.has(subject.relation)
}

const namedOpposites = new Set(['feelsAndJudges', 'calmThenHard', 'calmThenFull'])

/**
 * Whether a facet conflicts with one that a relation already speaks of, without a sentence that connects these two.
 * Readers would be left with the contradiction.
 */
export function contradictsSaid(
  { facets: [facet = ''] }: Finding,
  joined: readonly Finding[],
  all: readonly Finding[],
): boolean {
  const said = new Set(joined.flatMap(({ facets }) => facets))
  return all.some(
    (other) =>
      (other.subject.kind === 'tension' || other.subject.kind === 'contradiction') &&
      !joined.includes(other) &&
      other.facets.includes(facet) &&
      other.facets.some((one) => one !== facet && said.has(one)),
  )
}

type Side = readonly [facet: string, side: 'high' | 'low']

/** Sides that readers understand as a claim and its denial. */
const opposites: readonly (readonly [Side, Side])[] = [
  [
    ['humility', 'low'],
    ['selfBelief', 'low'],
  ],
  [
    ['emotionalAwareness', 'high'],
    ['compassion', 'low'],
  ],
  [
    ['composure', 'high'],
    ['optimism', 'low'],
  ],
  [
    ['composure', 'high'],
    ['resilience', 'low'],
  ],
]

function isSide(subject: Finding['subject'], [facet, side]: Side): boolean {
  return subject.kind === 'facet' && subject.facet === facet && subject.side === side
}

/** Whether a facet that may be mentioned reads like the opposite of the text about the lowest letter. */
export function contradictsAnyFacet(letter: Letter, all: readonly Finding[]): boolean {
  return all.some(
    ({ subject, salience }) =>
      subject.kind === 'facet' &&
      salience >= mentionThreshold &&
      denialsOfLast(letter).includes(`${subject.facet}.${subject.side}`),
  )
}
