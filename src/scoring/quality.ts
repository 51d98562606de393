import { positionShare, rootLikelihood, rootOf } from './choice.ts'
import { type Consistency, consistency, longestRun } from './consistency.ts'
import { coreLogLikelihood } from './core.ts'
import { correlation } from './correlation.ts'
import type { DiscChoice } from './disc.ts'
import type { FocusKeys } from './focus.ts'
import { likelihoodOfCounts } from './letter-likelihood.ts'
import { type QualityRules, qualityRules, qualityVersion, shortFocusRules } from './quality-rules.ts'
import { type Family, letters } from './results.ts'
import { round } from './round.ts'
import type { AnswerSheet, Instruments } from './score.ts'

export type QualityIndex =
  | 'speed'
  | 'longestRun'
  | 'evenOdd'
  | 'withinFacet'
  | 'personTotal'
  | 'variability'
  | 'acquiescence'
  | 'likelihood'
  | 'position'
  | 'retakeDrift'

/** An index beyond its limit. */
export type QualityReason = {
  readonly assessment: Family
  readonly index: QualityIndex
  readonly value: number
  readonly limit: number
}

/** `reasons` decided the outcome; `notes` are informative and change nothing. `version` is that of the rules. */
export type Quality = {
  readonly outcome: 'ok' | 'caution' | 'invalid'
  readonly reasons: readonly QualityReason[]
  readonly notes: readonly QualityReason[]
  readonly version: string
}

/** Answers, the active seconds of each family if known, and both profiles of a retaken family. */
export type Response = {
  readonly sheet: AnswerSheet
  readonly activeSeconds?: Partial<Record<Family, number>>
  /** The same scales in the same order, now and in the previous attempt. */
  readonly retakes?: readonly {
    readonly assessment: Family
    readonly now: readonly number[]
    readonly former: readonly number[]
  }[]
}

/**
 * Judges how reliable the answers are. Speed and long runs decide alone. Every other index errs too often alone, so two
 * or more of one group (the Focus ratings, or the choices of DISC and Core) give a caution, and three or more in total
 * make the sheet invalid. Times and this outcome never affect a score. Throws a RangeError for an unknown version of
 * the rules.
 */
export function responseQuality(
  response: Response,
  instruments: Instruments,
  version: string = qualityVersion,
): Quality {
  const rules = rulesFor(instruments.focus.keys, version)
  const alone = [...speed(response, rules), ...longRun(response.sheet, rules)]
  const { keys, norm } = instruments.focus
  const rated = response.sheet.focus && consistency(response.sheet.focus, keys, norm)
  const ratings = ratingIndices(rated, rules)
  const choices = choiceIndices(response.sheet, instruments, rules)
  const paired = [ratings, choices].filter((group) => group.length >= 2).flat()
  const single = [ratings, choices].filter((group) => group.length < 2).flat()
  const together = ratings.length + choices.length
  const invalid = together >= 3 || alone.some(({ severe }) => severe)
  const caution = paired.length > 0 || alone.length > 0
  return {
    outcome: invalid ? 'invalid' : caution ? 'caution' : 'ok',
    // From three indices on, a single one of the other group has counted as well.
    reasons: [...alone.map(({ reason }) => reason), ...paired, ...(together >= 3 ? single : [])],
    notes: [...(together >= 3 ? [] : single), ...acquiescence(rated, rules), ...drift(response, rules)],
    version,
  }
}

/** The limits of a version of the rules for the length of this form of Focus. */
function rulesFor({ items }: FocusKeys, version: string): QualityRules {
  const rules = qualityRules.get(version)
  if (!rules) throw new RangeError(`There are no quality rules of version ${version}.`)
  return items.length === 60 ? { ...rules, ...shortFocusRules } : rules
}

type Alone = { readonly severe: boolean; readonly reason: QualityReason }

/** Seconds per item: two is too little to read one (Huang et al. 2012). */
function speed({ sheet, activeSeconds = {} }: Response, { speed: limits }: QualityRules): Alone[] {
  return families.flatMap((assessment) => {
    const seconds = activeSeconds[assessment]
    const items = sheet[assessment]?.length ?? 0
    if (seconds === undefined || items === 0 || seconds / items >= limits.caution) return []
    const severe = seconds / items < limits.invalid
    const limit = severe ? limits.invalid : limits.caution
    return [{ severe, reason: reason(assessment, 'speed', seconds / items, limit) }]
  })
}

function longRun({ focus }: AnswerSheet, { longestRun: limits }: QualityRules): Alone[] {
  const run = focus ? longestRun(focus) : 0
  if (run <= limits.caution) return []
  const severe = run > limits.invalid
  return [{ severe, reason: reason('focus', 'longestRun', run, severe ? limits.invalid : limits.caution) }]
}

function ratingIndices(rated: Consistency | undefined, rules: QualityRules): QualityReason[] {
  if (!rated) return []
  return [
    ...below('focus', 'evenOdd', rated.evenOdd, rules.evenOdd),
    ...above('focus', 'withinFacet', rated.withinFacet, rules.withinFacet),
    ...below('focus', 'personTotal', rated.personTotal, rules.personTotal),
    ...below('focus', 'variability', rated.variability, rules.variability),
  ]
}

function choiceIndices(
  { disc, core }: AnswerSheet,
  { core: { design } }: Instruments,
  { likelihood, position }: QualityRules,
): QualityReason[] {
  const indices: QualityReason[] = []
  if (disc) {
    const places = disc.map(({ most, least, order = [] }) => ({ block: order, best: most, worst: least }))
    const fit = letterLikelihood(disc, likelihood.disc)
    indices.push(...below('disc', 'likelihood', fit, likelihood.disc))
    indices.push(...above('disc', 'position', positionShare(places), position))
  }
  if (core) {
    const fit = rootOf(coreLogLikelihood(core, design), core.length)
    indices.push(...below('core', 'likelihood', fit, likelihood.core))
    indices.push(...above('core', 'position', positionShare(core), position))
  }
  return indices
}

/**
 * The root likelihood of the blocks, from the counts alone unless it is so near the limit, or to the middle between two
 * values of three decimals, that its last digits matter. Undefined without blocks.
 */
function letterLikelihood(disc: readonly DiscChoice[], limit: number): number | undefined {
  const best = [0, 0, 0, 0]
  const worst = [0, 0, 0, 0]
  let known = true
  for (const { most, least } of disc) {
    const bestAt = letters.indexOf(most)
    const worstAt = letters.indexOf(least)
    known &&= bestAt >= 0 && worstAt >= 0
    best[bestAt] = (best[bestAt] as number) + 1
    worst[worstAt] = (worst[worstAt] as number) + 1
  }
  const value = known ? likelihoodOfCounts(best, worst, priorSd) : Number.NaN
  const thousandths = 1000 * value
  const isRoundedSurely = Math.abs(thousandths - Math.floor(thousandths) - 0.5) > 1e-3
  if (value > limit + 1e-6 || (value < limit - 1e-6 && isRoundedSurely)) return value
  const picks = disc.map(({ most, least }) => ({
    block: allLetters,
    best: letters.indexOf(most),
    worst: letters.indexOf(least),
  }))
  return rootLikelihood(picks, letters.length, priorSd)
}

const allLetters = letters.map((_, at) => at)
const priorSd = 1.5

function acquiescence(
  rated: Consistency | undefined,
  { acquiescence: limits }: QualityRules,
): QualityReason[] {
  return [
    ...below('focus', 'acquiescence', rated?.acquiescence, limits.from),
    ...above('focus', 'acquiescence', rated?.acquiescence, limits.to),
  ]
}

function drift({ retakes = [] }: Response, { retakeDrift }: QualityRules): QualityReason[] {
  return retakes.flatMap(({ assessment, now, former }) =>
    below(assessment, 'retakeDrift', correlation(now, former), retakeDrift),
  )
}

function below(
  assessment: Family,
  index: QualityIndex,
  value: number | undefined,
  limit: number,
): QualityReason[] {
  return value !== undefined && value < limit ? [reason(assessment, index, value, limit)] : []
}

function above(
  assessment: Family,
  index: QualityIndex,
  value: number | undefined,
  limit: number,
): QualityReason[] {
  return value !== undefined && value > limit ? [reason(assessment, index, value, limit)] : []
}

function reason(assessment: Family, index: QualityIndex, value: number, limit: number): QualityReason {
  return { assessment, index, value: round(value, 3), limit }
}

const families: readonly Family[] = ['disc', 'focus', 'core']
