import { mean } from '../../src/scoring/correlation.ts'
import { type FocusNorm, type FocusReliability, generalNorm, scoreFocus } from '../../src/scoring/focus.ts'
import { levelOf } from '../../src/scoring/level.ts'
import { type Random, seededRandom } from '../../src/scoring/random.ts'
import { alpha } from '../../src/scoring/reliability.ts'
import type { FocusResult, FocusScale } from '../../src/scoring/results.ts'
import { addValues, type CrossSums, covariances, crossSums } from '../../src/scoring/sums.ts'
import { instruments } from '../instruments.ts'
import {
  drawSheet,
  type FocusForm,
  type FocusModel,
  latentForm,
  levelOfTruth,
  meanAnswer,
  type SimulatedSheet,
} from './sheets.ts'

/** Results whose stated probability (0..1) is in one tenth: how many, what was stated and how often it was true. */
export type Tenth = {
  readonly from: number
  readonly n: number
  readonly stated: number
  readonly right: number
}

/** `alphas`: the mean reliability of the scales of each form. */
export type Calibration = {
  readonly alphas: readonly number[]
  readonly level: readonly Tenth[]
  readonly side: readonly Tenth[]
}

/**
 * What edition 1.1.0 states against what is true, by tenths of what is stated, over forms of different reliability.
 * Norm, alphas of facets and stratified alphas of traits are those of other simulated people. A person's true T is that
 * of the mean answers over endless repetitions, so rounding to 1..5 isn't counted as error.
 */
export function studyCalibration(
  models: readonly FocusModel[],
  people: number,
  seed: number,
): Record<'facet' | 'trait', Calibration> {
  const random = seededRandom(seed)
  const seen = { facet: [] as Seen[], trait: [] as Seen[] }
  const alphas = { facet: [] as number[], trait: [] as number[] }
  for (const model of models) {
    const { reliability } = answerForm(model, people, random, seen)
    alphas.facet.push(mean(Object.values(reliability.facets)))
    alphas.trait.push(mean(Object.values(reliability.domains)))
  }
  return {
    facet: { alphas: alphas.facet, ...calibrate(seen.facet) },
    trait: { alphas: alphas.trait, ...calibrate(seen.trait) },
  }
}

/** Adds the results of this many people. */
function answerForm(
  model: FocusModel,
  people: number,
  random: Random,
  seen: Record<'facet' | 'trait', Seen[]>,
): { reliability: FocusReliability } {
  const { keys, norm } = instruments.focus
  // The provisional figures are assumptions; a study of the method uses only the published ones.
  const published = { ...norm, provisional: { domains: {}, facets: {}, scales: [] } }
  const form = latentForm(keys, published, model, random)
  const { reliability, own } = normOfPeople(form, published, 4_000, random)
  for (let person = 0; person < people; person++) {
    const sheet = drawSheet(form, random)
    const result = scoreFocus(sheet.answers, keys, own, reliability) as FocusResult
    const truth = trueScores(form, sheet, own)
    for (const [name, { facets, ...trait }] of Object.entries(result)) {
      seen.trait.push({ ...trait, truth: truth[name] as number })
      for (const [facet, scale] of Object.entries(facets))
        seen.facet.push({ ...scale, truth: truth[facet] as number })
    }
  }
  return { reliability }
}

type Seen = FocusScale & { readonly truth: number }

function calibrate(seen: readonly Seen[]): Pick<Calibration, 'level' | 'side'> {
  const isOnSide = ({ t, level, truth }: Seen) =>
    level === 'baseline' ? levelOf(truth) === 'baseline' : t > 50 ? truth > 50 : truth < 50
  return {
    level: tenths(seen.map((one) => ({ stated: one.confidence, right: one.level === levelOf(one.truth) }))),
    side: tenths(seen.map((one) => ({ stated: one.sideConfidence ?? Number.NaN, right: isOnSide(one) }))),
  }
}

function tenths(results: readonly { stated: number; right: boolean }[]): Tenth[] {
  const groups = Map.groupBy(results, ({ stated }) => Math.min(9, Math.floor(10 * stated)))
  return [...groups]
    .toSorted(([one], [other]) => one - other)
    .map(([tenth, found]) => ({
      from: tenth / 10,
      n: found.length,
      stated: mean(found.map(({ stated }) => stated)),
      right: found.filter(({ right }) => right).length / found.length,
    }))
}

/** The T scores of the mean answers. */
function trueScores(form: FocusForm, { truth }: SimulatedSheet, norm: FocusNorm): Record<string, number> {
  const scores: Record<string, number> = {}
  for (const facets of form) {
    let sum = 0
    for (const facet of facets) {
      const level = levelOfTruth(facet, truth[facet.name] as number)
      const raw = facet.items.reduce((total, item) => total + meanAnswer(facet, item, level), 0)
      scores[facet.name] = tOf(raw, generalNorm(norm, 'facets', facet.scale), facet.sign)
      sum += raw
    }
    const [{ trait, scale, sign } = { trait: '', scale: '', sign: 1 }] = facets
    scores[trait] = tOf(sum, generalNorm(norm, 'domains', scale.charAt(0)), sign)
  }
  return scores
}

function tOf(raw: number, { mean: middle, sd }: { mean: number; sd: number }, sign: number): number {
  return 50 + (10 * sign * (raw - middle)) / sd
}

/** Means, SDs and alphas of simulated people, so that the norm is that of the people who are scored with it. */
function normOfPeople(
  form: FocusForm,
  norm: FocusNorm,
  people: number,
  random: Random,
): { reliability: FocusReliability; own: FocusNorm } {
  const sums = form.map(() => crossSums(24))
  for (let person = 0; person < people; person++) {
    const { answers } = drawSheet(form, random)
    for (const [at, facets] of form.entries()) {
      const items = facets.flatMap((facet) => facet.items)
      addValues(
        sums[at] as CrossSums,
        items.map((item) =>
          item.reversed ? 6 - (answers[item.at] as number) : (answers[item.at] as number),
        ),
      )
    }
  }
  const reliability = {
    id: 'simulated',
    domains: {} as Record<string, number>,
    facets: {} as Record<string, number>,
  }
  const balanced = { domains: { ...norm.balanced.domains }, facets: { ...norm.balanced.facets } }
  for (const [at, facets] of form.entries()) {
    const tally = sums[at] as CrossSums
    const matrix = covariances(tally)
    const of = (places: readonly number[]) => {
      const inner = places.map((row) => places.map((column) => matrix[row]?.[column] as number))
      const variance = inner.flat().reduce((sum, value) => sum + value, 0)
      const total = places.reduce((sum, place) => sum + (tally.sums[place] as number), 0)
      return { alpha: alpha(inner) as number, scale: { mean: total / tally.n, sd: Math.sqrt(variance) } }
    }
    const domain = facets[0]?.scale.charAt(0) as string
    const whole = of(Array.from({ length: 24 }, (_, place) => place))
    let error = 0
    for (const [index, { scale }] of facets.entries()) {
      const found = of([0, 1, 2, 3].map((place) => 4 * index + place))
      reliability.facets[scale] = found.alpha
      balanced.facets[scale] = found.scale
      error += found.scale.sd ** 2 * (1 - found.alpha)
    }
    reliability.domains[domain] = 1 - error / whole.scale.sd ** 2
    balanced.domains[domain] = whole.scale
  }
  return { reliability, own: { ...norm, id: 'simulated', balanced } }
}
