import type { Letter } from '../../../scoring/results.ts'
import type { Finding } from './finding.ts'

type Lean = Readonly<Record<string, 'high' | 'low'>>

/**
 * Sides of facets and traits that read like the opposite of a letter. The two instruments ask in different ways, so both can be
 * true; but side by side, without a sentence that joins them, they would read like a mistake.
 */
const againstLeading: Readonly<Record<Letter, Lean>> = {
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

const againstLast: Readonly<Record<Letter, Lean>> = {
  D: { leadership: 'high', teamwork: 'low' },
  I: { friendliness: 'high', sociability: 'high', cheerfulness: 'high' },
  S: { composure: 'high', temperance: 'high', teamwork: 'high', innovativeness: 'low' },
  C: { systemization: 'high', prudence: 'high', responsibility: 'high', discipline: 'high' },
}

/** Whether a facet or a trait reads like the opposite of one of the letters that lead. */
export function contradictsStyle({ subject }: Finding, all: readonly Finding[]): boolean {
  if (subject.kind !== 'facet' && subject.kind !== 'trait') return false
  const scale = subject.kind === 'facet' ? subject.facet : subject.trait
  const styleSubject = all.find((one) => one.subject.kind === 'style')?.subject
  if (styleSubject?.kind !== 'style' || styleSubject.style === 'even') return false
  return [...styleSubject.style].some((letter) => againstLeading[letter as Letter][scale] === subject.side)
}

/**
 * Whether a facet would be told beside another one that is farther out and reads like its opposite: who speaks well of
 * what they can do and doubts how they do it has given both answers, but in two flat sentences it reads like a mistake.
 */
export function contradictsFacet({ subject, salience }: Finding, all: readonly Finding[]): boolean {
  if (subject.kind !== 'facet') return false
  const isHere = apart.some(([facet, side]) => facet === subject.facet && side === subject.side)
  return isHere && apart.every(([facet, side]) => all.some((one) => isFacetOn(one, facet, side, salience)))
}

/** Two sides that are one claim and its denial to whoever reads them. */
const apart = [
  ['humility', 'low'],
  ['selfBelief', 'low'],
] as const

function isFacetOn({ subject, salience }: Finding, facet: string, side: string, least: number): boolean {
  return subject.kind === 'facet' && subject.facet === facet && subject.side === side && salience >= least
}

/** Whether a facet that may be told reads like the opposite of what is said of the letter that stands last. */
export function contradictsAnyFacet(letter: Letter, all: readonly Finding[]): boolean {
  return all.some(
    ({ subject, salience }) =>
      subject.kind === 'facet' &&
      salience >= mayBeTold &&
      againstLast[letter][subject.facet] === subject.side,
  )
}

/** Nearer to the middle, in T, a facet only fills up. */
const mayBeTold = 7
