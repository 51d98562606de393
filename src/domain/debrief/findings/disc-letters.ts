import { clearOfMidline } from '../../../charts/midline.ts'
import { type Letter, letters } from '../../../scoring/results.ts'
import { isSureStyle } from '../certainty.ts'
import type { DiscFact, Facts } from '../facts.ts'
import type { Finding, UnsurePlace } from './finding.ts'

/** The style, or `even` if no letter stands out. */
function styleOf({ style, scores }: DiscFact): string {
  return Math.max(...Object.values(scores)) - 50 < clearOfMidline ? 'even' : style
}

/** The leading letter, if there is one. */
export function firstLetter({ disc }: Facts): string | undefined {
  const style = disc && styleOf(disc)
  return style === 'even' ? undefined : style?.charAt(0)
}

export function letterFindings(facts: Facts): Finding[] {
  const { disc } = facts
  if (!disc) return []
  const style = styleOf(disc)
  const sure = isSureStyle(facts, disc)
  const common = { facets: [], traits: [], roles: [] }
  const styleFinding: Finding = {
    ...common,
    id: `style.${style}`,
    subject: { kind: 'style', style },
    salience: 20,
    sure,
    evidence: ['disc.style'],
    isTrueOf: (other) => hasSameStyle(other, style),
  }
  return [styleFinding, ...unsureFindings(facts), ...lowest(facts, disc)]
}

/**
 * Which letter of the style could be another one. Only letters of the style are named: the text builds on no other. If
 * none leads, it builds on none.
 */
function unsureFindings(facts: Facts): Finding[] {
  const unsure = unsureLetters(facts)
  if (!unsure) return []
  const id = unsureId(unsure)
  const finding: Finding = {
    id,
    subject: { kind: 'unsureStyle', ...unsure },
    salience: 5,
    sure: true,
    evidence: unsure.letters.map((letter) => `disc.${letter.toLowerCase()}`),
    facets: [],
    traits: [],
    roles: [],
    isTrueOf: (other) => {
      const own = unsureLetters(other)
      return own !== undefined && unsureId(own) === id
    },
  }
  return [finding]
}

type UnsureLetters = { readonly place: UnsurePlace; readonly letters: readonly Letter[] }

function unsureId({ place, letters }: UnsureLetters): string {
  return `unsureStyle.${place}.${letters.join('.')}`
}

/** In a style of two letters, the closer neighbors decide: the first two, or the second one and the letter after it. */
function unsureLetters(facts: Facts): UnsureLetters | undefined {
  const { disc } = facts
  if (!disc || !isUnsettled(facts) || styleOf(disc) === 'even') return undefined
  const [first = 'D', second] = [...disc.style] as Letter[]
  if (!second) return { place: 'first', letters: [first] }
  const third = Math.max(
    ...letters.filter((letter) => letter !== first && letter !== second).map((letter) => disc.scores[letter]),
  )
  const isOrderCloser = disc.scores[first] - disc.scores[second] <= disc.scores[second] - third
  return isOrderCloser ? { place: 'order', letters: [first, second] } : { place: 'second', letters: [second] }
}

/** Whether the style itself could come out differently, however good the response quality. */
function isUnsettled({ disc }: Facts): boolean {
  return disc !== undefined && !isSureStyle({ quality: 'ok' }, disc)
}

/** Whether the same letter leads, or none in both. */
export function hasSameFirstLetter(other: Facts, style: string): boolean {
  if (style === 'even') return other.disc !== undefined && styleOf(other.disc) === 'even'
  return firstLetter(other) === style.charAt(0)
}

/** Whether the letter is one of those that the style names. */
export function isInStyle({ disc }: Facts, letter: string): boolean {
  return disc !== undefined && styleOf(disc) !== 'even' && disc.style.includes(letter)
}

/** Texts about one letter only state that it leads. Texts about two state both and their order. */
function hasSameStyle(other: Facts, style: string): boolean {
  if (!other.disc) return false
  if (style === 'even' || style.length > 1) return styleOf(other.disc) === style
  return firstLetter(other) === style
}

function lowest(facts: Facts, disc: DiscFact): Finding[] {
  const letter = lowLetter(disc)
  if (!letter) return []
  const finding: Finding = {
    id: `letter.${letter}.low`,
    subject: { kind: 'letter', letter },
    salience: (50 - disc.scores[letter]) / 2 + 4,
    sure: isSureOfLowest(facts),
    evidence: [`disc.${letter.toLowerCase()}`],
    facets: [],
    traits: [],
    roles: ['watchOut'],
    isTrueOf: (other) => isLowestLetter(other, letter),
  }
  return [finding]
}

/** Whether the letter is the only lowest one, clearly below the midline. */
export function isLowestLetter({ disc }: Facts, letter: Letter): boolean {
  return disc !== undefined && lowLetter(disc) === letter
}

/** Whether the lowest letter is clearly below the next one. */
export function isSureOfLowest({ disc, quality }: Facts): boolean {
  if (!disc) return false
  const [last = 50, next = 50] = Object.values(disc.scores).sort((left, right) => left - right)
  return quality === 'ok' && next - last >= disc.sem * differenceOfTwo
}

/** The lowest letter, if it is clearly below the midline and the only lowest. */
function lowLetter({ scores }: DiscFact) {
  const [last, next] = [...letters].sort((left, right) => scores[left] - scores[right])
  if (!last || !next) return undefined
  return 50 - scores[last] >= clearOfMidline && scores[last] < scores[next] ? last : undefined
}

/**
 * The standard error of a difference of two letters, in standard errors of one; the errors of the four letters sum to
 * zero.
 */
const differenceOfTwo = Math.sqrt(8 / 3)
