import { positionShare, rootLikelihood } from './choice.ts'
import { consistency, longestRun } from './consistency.ts'
import { toChoices } from './core.ts'
import { correlation } from './correlation.ts'
import { type Family, letters } from './results.ts'
import { round } from './round.ts'
import type { Instruments, Sheet } from './score.ts'

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

/** An index past its limit. */
export type QualityReason = {
  readonly assessment: Family
  readonly index: QualityIndex
  readonly value: number
  readonly limit: number
}

/** `reasons` made the outcome; `notes` are worth knowing and change nothing. */
export type Quality = {
  readonly outcome: 'ok' | 'caution' | 'invalid'
  readonly reasons: readonly QualityReason[]
  readonly notes: readonly QualityReason[]
}

/** Answers, the active seconds of each family where known, and both profiles of a family taken before. */
export type Response = {
  readonly sheet: Sheet
  readonly activeSeconds?: Partial<Record<Family, number>>
  /** The same scales in the same order, now and at the former attempt. */
  readonly retakes?: readonly {
    readonly assessment: Family
    readonly now: readonly number[]
    readonly former: readonly number[]
  }[]
}

/**
 * Judges how far the answers can be trusted. Speed and long runs decide alone. Every other index errs too often
 * alone, so two or more of one group (the Focus ratings, or the choices of DISC and Core) give a caution, and
 * three or more in all make the sheet invalid. Times and this outcome never enter a score.
 */
export function responseQuality(response: Response, instruments: Instruments): Quality {
  const alone = [...speed(response), ...longRun(response.sheet)]
  const ratings = ratingIndices(response.sheet, instruments)
  const choices = choiceIndices(response.sheet, instruments)
  const paired = [ratings, choices].filter((group) => group.length >= 2).flat()
  const single = [ratings, choices].filter((group) => group.length < 2).flat()
  const together = ratings.length + choices.length
  const invalid = together >= 3 || alone.some(({ severe }) => severe)
  const caution = paired.length > 0 || alone.length > 0
  return {
    outcome: invalid ? 'invalid' : caution ? 'caution' : 'ok',
    // From three indices on the single one of the other group has counted as well.
    reasons: [...alone.map(({ reason }) => reason), ...paired, ...(together >= 3 ? single : [])],
    notes: [
      ...(together >= 3 ? [] : single),
      ...acquiescence(response.sheet, instruments),
      ...drift(response),
    ],
  }
}

type Alone = { readonly severe: boolean; readonly reason: QualityReason }

/** Seconds an item: two is too little to read one (Huang et al. 2012). */
function speed({ sheet, activeSeconds = {} }: Response): Alone[] {
  return families.flatMap((assessment) => {
    const seconds = activeSeconds[assessment]
    const items = sheet[assessment]?.length ?? 0
    if (seconds === undefined || items === 0 || seconds / items >= 3) return []
    const severe = seconds / items < 2
    return [{ severe, reason: reason(assessment, 'speed', seconds / items, severe ? 2 : 3) }]
  })
}

function longRun({ focus }: Sheet): Alone[] {
  const run = focus ? longestRun(focus) : 0
  if (run <= 9) return []
  const severe = run > 14
  return [{ severe, reason: reason('focus', 'longestRun', run, severe ? 14 : 9) }]
}

function ratingIndices({ focus }: Sheet, { focus: { keys, norm } }: Instruments): QualityReason[] {
  if (!focus) return []
  const { evenOdd, withinFacet, personTotal, variability } = consistency(focus, keys, norm)
  return [
    ...below('focus', 'evenOdd', evenOdd, 0.32),
    ...above('focus', 'withinFacet', withinFacet, 0.84),
    ...below('focus', 'personTotal', personTotal, -0.04),
    ...below('focus', 'variability', variability, 0.99),
  ]
}

/** The limits of `likelihood` are the 95th percentile of random answers in the simulation (docs/scoring.md). */
function choiceIndices({ disc, core }: Sheet, { core: { design } }: Instruments): QualityReason[] {
  const indices: QualityReason[] = []
  if (disc) {
    const block = letters.map((_, at) => at)
    const picks = disc.map(({ most, least }) => ({
      block,
      best: letters.indexOf(most),
      worst: letters.indexOf(least),
    }))
    const places = disc.map(({ most, least, order = [] }) => ({ block: order, best: most, worst: least }))
    indices.push(...below('disc', 'likelihood', rootLikelihood(picks, letters.length, 1.5), 0.314))
    indices.push(...above('disc', 'position', positionShare(places), 0.6))
  }
  if (core) {
    const picks = toChoices(core, design)
    indices.push(
      ...below('core', 'likelihood', rootLikelihood(picks, design.values.length, design.priorSd), 0.384),
    )
    indices.push(...above('core', 'position', positionShare(core), 0.6))
  }
  return indices
}

function acquiescence({ focus }: Sheet, { focus: { keys, norm } }: Instruments): QualityReason[] {
  if (!focus) return []
  const value = consistency(focus, keys, norm).acquiescence
  return [...below('focus', 'acquiescence', value, 2.4), ...above('focus', 'acquiescence', value, 3.6)]
}

function drift({ retakes = [] }: Response): QualityReason[] {
  return retakes.flatMap(({ assessment, now, former }) =>
    below(assessment, 'retakeDrift', correlation(now, former), 0.4),
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
