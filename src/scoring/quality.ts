import { positionShare, rootLikelihood } from './choice.ts'
import { consistency, longestRun } from './consistency.ts'
import { toChoices } from './core.ts'
import { correlation } from './correlation.ts'
import { type QualityRules, qualityRules, qualityVersion } from './quality-rules.ts'
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
  const rules = qualityRules.get(version)
  if (!rules) throw new RangeError(`There are no quality rules of version ${version}.`)
  const alone = [...speed(response, rules), ...longRun(response.sheet, rules)]
  const ratings = ratingIndices(response.sheet, instruments, rules)
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
    notes: [
      ...(together >= 3 ? [] : single),
      ...acquiescence(response.sheet, instruments, rules),
      ...drift(response, rules),
    ],
    version,
  }
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

function ratingIndices(
  { focus }: AnswerSheet,
  { focus: { keys, norm } }: Instruments,
  rules: QualityRules,
): QualityReason[] {
  if (!focus) return []
  const { evenOdd, withinFacet, personTotal, variability } = consistency(focus, keys, norm)
  return [
    ...below('focus', 'evenOdd', evenOdd, rules.evenOdd),
    ...above('focus', 'withinFacet', withinFacet, rules.withinFacet),
    ...below('focus', 'personTotal', personTotal, rules.personTotal),
    ...below('focus', 'variability', variability, rules.variability),
  ]
}

function choiceIndices(
  { disc, core }: AnswerSheet,
  { core: { design } }: Instruments,
  { likelihood, position }: QualityRules,
): QualityReason[] {
  const indices: QualityReason[] = []
  if (disc) {
    const block = letters.map((_, at) => at)
    const picks = disc.map(({ most, least }) => ({
      block,
      best: letters.indexOf(most),
      worst: letters.indexOf(least),
    }))
    const places = disc.map(({ most, least, order = [] }) => ({ block: order, best: most, worst: least }))
    indices.push(...below('disc', 'likelihood', rootLikelihood(picks, letters.length, 1.5), likelihood.disc))
    indices.push(...above('disc', 'position', positionShare(places), position))
  }
  if (core) {
    const fit = rootLikelihood(toChoices(core, design), design.values.length, design.priorSd)
    indices.push(...below('core', 'likelihood', fit, likelihood.core))
    indices.push(...above('core', 'position', positionShare(core), position))
  }
  return indices
}

function acquiescence(
  { focus }: AnswerSheet,
  { focus: { keys, norm } }: Instruments,
  { acquiescence: { from, to } }: QualityRules,
): QualityReason[] {
  if (!focus) return []
  const value = consistency(focus, keys, norm).acquiescence
  return [...below('focus', 'acquiescence', value, from), ...above('focus', 'acquiescence', value, to)]
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
