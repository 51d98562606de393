import { quasiIdentifiersOf } from '../../src/domain/study/release.ts'
import {
  anonymousRows,
  peopleByValues,
  type QuasiIdentifiers,
  withheld,
} from '../../src/scoring/anonymous-rows.ts'
import { factorize, solve } from '../../src/scoring/cholesky.ts'
import { blur } from '../../src/scoring/estimate.ts'
import { scoreFocus } from '../../src/scoring/focus.ts'
import { gaussian, seededRandom } from '../../src/scoring/random.ts'
import type { FocusResult } from '../../src/scoring/results.ts'
import type { EstimatedFigure, StudyPerson } from '../../src/scoring/study-figure.ts'
import { studyFigures } from '../../src/scoring/validation-study.ts'
import { instruments } from '../instruments.ts'
import { usualForm } from './models.ts'
import { latentForm } from './sheets.ts'
import { drawStudyPerson } from './study-people.ts'

/**
 * What a reader of the account learns who knows everybody's answers to the first occasion, and compares them with one
 * release. `auc` is the chance that of a participant and someone else the participant seems likelier to be one: .5 is
 * guessing, 1 is certainty. The reader weighs the figures as well as a linear rule can (ridge regression of the figures
 * on what each person contributes to them, with the true error of the noise).
 */
export function studyAttack(
  { account, sample, noise }: { account: number; sample: number; noise: number },
  replications: number,
  seed: number,
): { auc: number; figures: number } {
  const random = seededRandom(seed)
  const { keys, norm } = instruments.focus
  const form = latentForm(keys, norm, usualForm, random)
  const figuresOf = (people: readonly StudyPerson[]) => studyFigures(people, keys, norm)
  let [sum, count] = [0, 0]
  for (let replication = 0; replication < replications; replication++) {
    const people = Array.from({ length: account }, () => {
      const { first } = drawStudyPerson(form, 0.6, random)
      return { first, isDue: false }
    })
    // Everybody who could take part, in an order that is random already: the first are the participants.
    const whole = figuresOf(people).filter(({ kind }) => kind !== 'missing')
    const released = byName(figuresOf(people.slice(0, sample)))
    const shown = whole.filter((one) => released.has(nameOf(one)))
    count = shown.length
    const distances = shown.map((one) => {
      const { estimate } = released.get(nameOf(one)) as EstimatedFigure
      return blur(estimate, noise, gaussian(random)).at - one.estimate.at
    })
    const noises = shown.map((one) => noise * (released.get(nameOf(one))?.estimate.se ?? 0))
    const rows = groupsOf(people, sample)
    distances.push(...rows.distances)
    noises.push(...rows.distances.map(() => 0))
    const influences = people.map((_, left) => {
      const without = byName(figuresOf(people.filter((_, at) => at !== left)))
      const figures = shown.map(
        (one) => account * (one.estimate.at - (without.get(nameOf(one))?.estimate.at ?? 0)),
      )
      return [...figures, ...(rows.influences[left] ?? [])]
    })
    sum += aucOf(suspicions(influences, distances, noises, sample), sample)
  }
  return { auc: sum / replications, figures: count }
}

/** What the rows add: the number of the sample in each group that they show, without noise. */
function groupsOf(
  people: readonly StudyPerson[],
  sample: number,
): { distances: number[]; influences: number[][] } {
  const { keys, norm } = instruments.focus
  const quasi = people.map(({ first }) => {
    const scores = scoreFocus(first.focus ?? [], keys, norm) as FocusResult
    const t = Object.fromEntries(Object.entries(scores).map(([trait, scale]) => [trait, scale.t]))
    return quasiIdentifiersOf('en', t)
  })
  const rows = anonymousRows(quasi.slice(0, sample), peopleByValues(quasi))
  const groups = [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()]
  const isIn = (one: QuasiIdentifiers, group: QuasiIdentifiers) =>
    Object.entries(group).every(([column, value]) => value === withheld || one[column] === value)
  const shown = groups.filter((group) => Object.values(group).some((value) => value !== withheld))
  const shares = shown.map((group) => quasi.filter((one) => isIn(one, group)).length / people.length)
  return {
    distances: shown.map((group, at) => {
      const count = rows.filter((row) => JSON.stringify(row) === JSON.stringify(group)).length
      return count / sample - (shares[at] as number)
    }),
    influences: quasi.map((one) =>
      shown.map((group, at) => Number(isIn(one, group)) - (shares[at] as number)),
    ),
  }
}

/** The best linear guess of who is in the sample, up to a constant. */
function suspicions(
  influences: readonly (readonly number[])[],
  distances: readonly number[],
  noises: readonly number[],
  sample: number,
): number[] {
  const size = distances.length
  const share = sample / influences.length
  const spread = share * (1 - share)
  const matrix = new Float64Array(size * size)
  for (let row = 0; row < size; row++)
    for (let column = 0; column <= row; column++) {
      let product = 0
      for (const one of influences) product += (one[row] as number) * (one[column] as number)
      matrix[row * size + column] =
        (spread * product) / sample ** 2 + (row === column ? (noises[row] as number) ** 2 + 1e-9 : 0)
    }
  factorize(matrix, size)
  const weights = Float64Array.from(distances)
  solve(matrix, size, weights)
  return influences.map((one) => one.reduce((sum, value, at) => sum + value * (weights[at] as number), 0))
}

function aucOf(scores: readonly number[], sample: number): number {
  const [inside, outside] = [scores.slice(0, sample), scores.slice(sample)]
  let wins = 0
  for (const one of inside) for (const other of outside) wins += one > other ? 1 : one === other ? 0.5 : 0
  return wins / (inside.length * outside.length)
}

function byName(figures: readonly EstimatedFigure[]): Map<string, EstimatedFigure> {
  return new Map(figures.map((one) => [nameOf(one), one]))
}

function nameOf({ kind, subject, figure, other = '' }: EstimatedFigure): string {
  return [kind, subject, figure, other].join(' ')
}
