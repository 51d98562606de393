import { bandIn } from './criteria.ts'
import { blur, intervalOf } from './estimate.ts'
import { gaussian, type Random } from './random.ts'
import { round } from './round.ts'
import { type EstimatedFigure, type StudyFigure, type StudyPerson, studyFloor } from './study-figure.ts'
import { verdictOf } from './validation-study.ts'

/** A figure as it is published: with noise, its 95% interval, and for a prediction what the interval says of it. */
export type ReleasedFigure = StudyFigure & {
  readonly n: number
  readonly value: number
  readonly low: number
  readonly high: number
  readonly verdict?: 'supported' | 'contradicted' | 'open'
}

/** Of those who could take part, at most this share is used. */
const largestShare = 2 / 3
/** Numbers of people are multiples of this. */
const step = 10
/** A figure is drawn again only with this many times as many people: more draws would average the noise away. */
export const growth = 1.25
/** Noise in standard errors of the figure: intervals are 1.8 times as wide as without. */
export const noiseFactor = 1.5
/** More for criteria: the account chooses their values, and could choose them to find one person. */
export const criterionNoise = 2

/**
 * A random sample of the people: a multiple of ten, and at most two thirds of those who could take part, so that the
 * number says little of each. Empty if the floor isn't reached. What only some of the sample have (a second occasion,
 * DISC) is left out at random until their numbers are multiples of ten as well.
 */
export function drawSample<T extends StudyPerson>(
  people: readonly T[],
  {
    eligible,
    margin,
    criteria = [],
  }: { eligible: number; margin: number; criteria?: readonly CriterionMargin[] },
  random: Random,
): T[] {
  const size = roundDown(Math.min(people.length, largestShare * eligible))
  if (size < studyFloor) return []
  const sample = shuffled(people, random).slice(0, size)
  const thinned = thinOut(sample, ({ first }) => first.letters !== undefined, withoutLetters)
  const due = thinOut(
    thinned,
    ({ isDue }) => isDue,
    (one) => ({ ...one, isDue: false, again: undefined }),
  )
  // Nobody can tell when the fiftieth has answered again: the margin is secret.
  const isEnough = sample.filter(({ again }) => again?.focus).length >= studyFloor + margin
  const again = thinOut(
    isEnough ? due : due.map((one) => ({ ...one, again: undefined })),
    (one) => one.again?.focus !== undefined,
    (one) => ({ ...one, again: undefined }),
  )
  const letters = thinOut(
    again,
    (one) => one.again?.letters !== undefined && one.first.letters !== undefined,
    (one) => ({ ...one, again: { ...one.again, letters: undefined } }),
  )
  const ranks = thinOut(
    letters,
    (one) => one.again?.ranks !== undefined && one.first.ranks !== undefined,
    (one) => ({ ...one, again: { ...one.again, ranks: undefined } }),
  )
  const areRated = ranks.filter(({ peers }) => peers).length >= studyFloor + margin
  const both = thinOut(
    areRated ? ranks : ranks.map((one) => ({ ...one, peers: undefined })),
    (one) => one.peers !== undefined,
    (one) => ({ ...one, peers: undefined }),
  )
  return criteria.reduce<T[]>((all, one) => thinCriterion(all, one, random), both)
}

/** So many people more than the floor have to have a criterion before it has figures. */
export type CriterionMargin = { readonly name: string; readonly margin: number }

/**
 * Leaves values out at random until their number is a multiple of ten. Who has a value is chosen by the account, so up to
 * nine more are left out: otherwise two uploads that differ by one person could differ by ten in the number.
 */
function thinCriterion<T extends StudyPerson>(
  people: readonly T[],
  { name, margin }: CriterionMargin,
  random: Random,
): T[] {
  const has = ({ criteria }: T) => bandIn(criteria, name) !== undefined
  const count = people.filter(has).length
  const kept = count < studyFloor + margin ? 0 : roundDown(count - Math.floor(step * random()))
  let surplus = count - (kept < studyFloor ? 0 : kept)
  return people.map((one) => {
    if (surplus <= 0 || !has(one)) return one
    surplus--
    const { [name]: _, ...criteria } = one.criteria ?? {}
    return { ...one, criteria }
  })
}

/** Adds the noise and rounds. Figures that were published before stay as they are until they are of many more people. */
export function releaseFigures(
  figures: readonly EstimatedFigure[],
  before: readonly ReleasedFigure[],
  random: Random,
): ReleasedFigure[] {
  const former = new Map(before.map((one) => [keyOf(one), one]))
  const now = figures.map((figure): ReleasedFigure => {
    const known = former.get(keyOf(figure))
    former.delete(keyOf(figure))
    if (known && figure.estimate.n < growth * known.n) return known
    const noise = figure.kind === 'criterion' ? criterionNoise : noiseFactor
    const estimate = blur(figure.estimate, noise, gaussian(random))
    const { value, low, high } = intervalOf(estimate)
    const { estimate: _, ...name } = figure
    return {
      ...name,
      n: estimate.n,
      value: round(value, 3),
      low: round(low, 3),
      high: round(high, 3),
      ...(name.kind === 'prediction' ? { verdict: verdictOf({ ...figure, estimate }) } : {}),
    }
  })
  return [...now, ...former.values()]
}

function keyOf({ kind, subject, figure, other }: StudyFigure): string {
  return JSON.stringify([kind, subject, figure, other])
}

function withoutLetters<T extends StudyPerson>(one: T): T {
  return { ...one, first: { ...one.first, letters: undefined } }
}

function thinOut<T>(people: readonly T[], has: (one: T) => boolean, without: (one: T) => T): T[] {
  let surplus = people.filter(has).length % step
  return people.map((one) => (surplus > 0 && has(one) && surplus-- > 0 ? without(one) : one))
}

function roundDown(count: number): number {
  return step * Math.floor(count / step + 1e-9)
}

/** In random order (Fisher and Yates). */
function shuffled<T>(list: readonly T[], random: Random): T[] {
  const all = [...list]
  for (let at = all.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    ;[all[at], all[other]] = [all[other] as T, all[at] as T]
  }
  return all
}
