import { blur, intervalOf } from './estimate.ts'
import { gaussian, type Random } from './random.ts'
import { round } from './round.ts'
import {
  type EstimatedFigure,
  type StudyFigure,
  type StudyPerson,
  studyFloor,
  verdictOf,
} from './validation-study.ts'

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

/**
 * A random sample of the people: a multiple of ten, and at most two thirds of those who could take part, so that the
 * number says little of each. Empty if the floor isn't reached. What only some of the sample have (a second occasion,
 * DISC) is left out at random until their numbers are multiples of ten as well.
 */
export function drawSample<T extends StudyPerson>(
  people: readonly T[],
  { eligible, margin }: { eligible: number; margin: number },
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
  return thinOut(
    again,
    (one) => one.again?.letters !== undefined && one.first.letters !== undefined,
    (one) => ({ ...one, again: { focus: one.again?.focus } }),
  )
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
    const estimate = blur(figure.estimate, noiseFactor, gaussian(random))
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
  return { ...one, first: { focus: one.first.focus } }
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
