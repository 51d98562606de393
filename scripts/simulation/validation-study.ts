import { blur, intervalOf } from '../../src/scoring/estimate.ts'
import { gaussian, type Random, seededRandom } from '../../src/scoring/random.ts'
import type { EstimatedFigure, StudyPerson } from '../../src/scoring/study-figure.ts'
import { comparisonFigures, studyFigures } from '../../src/scoring/validation-study.ts'
import { instruments } from '../instruments.ts'
import type { FocusModel } from './sheets.ts'
import { latentForm } from './sheets.ts'
import { drawComparedPerson, drawStudyPerson } from './study-people.ts'

/** How often the 95% intervals of one kind of figure hold the planted value: on average, and of the worst and best one. */
export type Coverage = {
  readonly name: string
  readonly figures: number
  readonly planted: number
  readonly mean: number
  readonly lowest: number
  readonly highest: number
}

/** A population in which everything is planted; its true values are those of very many of its people. */
export type Population = {
  readonly draw: (random: Random) => StudyPerson
  readonly truth: TrueValues
  readonly figuresOf: (people: readonly StudyPerson[]) => EstimatedFigure[]
}
type TrueValues = ReadonlyMap<string, number>

/** DISC follows the predicted facets with about r = .4. */
const validity = 0.6

export function plantPopulation(model: FocusModel, people: number, seed: number): Population {
  const random = seededRandom(seed)
  const { keys, norm } = instruments.focus
  const form = latentForm(keys, norm, model, random)
  const draw = (from: Random) => drawStudyPerson(form, validity, from)
  const many = Array.from({ length: people }, () => draw(random))
  return populationOf(draw, many, (some) => studyFigures(some, keys, norm))
}

/** The same with what is outside of the questionnaires: criteria that follow a trait. */
export function plantComparisons(model: FocusModel, people: number, seed: number): Population {
  const random = seededRandom(seed)
  const { keys, norm } = instruments.focus
  const form = latentForm(keys, norm, model, random)
  const draw = (from: Random) => drawComparedPerson(form, from)
  const many = Array.from({ length: people }, () => draw(random))
  return populationOf(draw, many, (some) => comparisonFigures(some, keys, norm))
}

function populationOf(
  draw: Population['draw'],
  many: readonly StudyPerson[],
  figuresOf: Population['figuresOf'],
): Population {
  const truth = new Map(figuresOf(many).map((one) => [nameOf(one), intervalOf(one.estimate).value]))
  return { draw, truth, figuresOf }
}

/** Draws `replications` studies of n people, each with noise of `noise` standard errors, and counts. */
export function studyCoverage(
  { draw, truth, figuresOf }: Population,
  { n, replications, noise, seed }: { n: number; replications: number; noise: number; seed: number },
): Coverage[] {
  const random = seededRandom(seed)
  const counts = new Map<string, { group: string; inside: number; all: number; planted: number }>()
  for (let replication = 0; replication < replications; replication++) {
    const people = Array.from({ length: n }, () => draw(random))
    for (const figure of figuresOf(people)) {
      if (figure.kind === 'missing') continue
      const name = nameOf(figure)
      const planted = truth.get(name) as number
      const { low, high } = intervalOf(blur(figure.estimate, noise, gaussian(random)))
      const group = `${figure.figure} of ${groups[figure.kind]}`
      const count = counts.get(name) ?? { group, inside: 0, all: 0, planted }
      counts.set(name, count)
      count.all += 1
      if (low <= planted && planted <= high) count.inside += 1
    }
  }
  return [...Map.groupBy(counts.values(), ({ group }) => group)].map(([name, found]) => {
    const shares = found.map(({ inside, all }) => inside / all)
    const average = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length
    return {
      name,
      figures: found.length,
      planted: average(found.map(({ planted }) => planted)),
      mean: average(shares),
      lowest: Math.min(...shares),
      highest: Math.max(...shares),
    }
  })
}

const groups = {
  trait: 'traits',
  facet: 'facets',
  letter: 'letters',
  prediction: 'letters with predicted facets',
  comparison: 'letters with facets of flexibility',
  criterion: 'criteria with traits',
  peer: 'traits with the mean of peers',
  core: 'places of Core',
  missing: 'what is missing',
} as const

function nameOf({ kind, subject, figure, other = '' }: EstimatedFigure): string {
  return [kind, subject, figure, other].join(' ')
}
