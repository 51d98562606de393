import { focusForm, focusFormName } from '../../content/forms.ts'
import { discNorm } from '../../content/norms.ts'
import type { QualityConcern } from '../../content/quality.ts'
import { firstLetterShare } from '../../scoring/first-letter.ts'
import {
  type CoreResult,
  type DiscResult,
  type Family,
  type FocusResult,
  type FocusScale,
  type Letter,
  type Level,
  letters,
  type Trait,
} from '../../scoring/results.ts'

/** A stored result with its provenance. */
export type ScoredResult = {
  readonly assessment: Family
  readonly form: string
  readonly version: string
  readonly norm: string | null
  readonly result: unknown
}

/** All inputs of a debrief. Quality is null if nothing was assessed. */
export type DebriefBasis = {
  readonly parts: readonly ScoredResult[]
  readonly quality: { readonly outcome: QualityOutcome; readonly reasons?: readonly QualityConcern[] } | null
}

export type QualityOutcome = 'ok' | 'caution' | 'invalid'

/**
 * `t` and `sem` in T (mean 50, SD 10), `percentile` 1 to 99, `confidence` (0..1) that the true T is in `level`,
 * `sideConfidence` that it is on the same side of 50 or in the middle band, which scoring 1.0.0 does not have.
 */
export type ScaleFact = {
  readonly t: number
  readonly sem: number
  readonly percentile: number
  readonly level: Level
  readonly confidence: number
  readonly sideConfidence?: number
}

export type TraitFact = ScaleFact & { readonly facets: Readonly<Record<string, ScaleFact>> }

/**
 * `scores` are 0 to 100 around the person's own 50; `sem` is in the same points. `confidence` is the share of draws
 * around the answers that give the same style, `firstConfidence` of those that give the same first letter.
 */
export type DiscFact = {
  readonly style: string
  readonly scores: Readonly<Record<Letter, number>>
  readonly sem: number
  readonly confidence: number
  readonly firstConfidence: number
}

/**
 * Keys of the thirteen values, best first, and adjacent ones that are within one standard error. `intervals`, by key,
 * are the best and the worst rank that a value may well have, which scoring 1.0.0 does not have.
 */
export type CoreFact = {
  readonly ranked: readonly string[]
  readonly close: readonly (readonly [string, string])[]
  readonly intervals?: Readonly<Record<string, readonly [best: number, worst: number]>>
}

/**
 * Everything that a debrief may use about a person: our own keys, and numbers. The type has no field for names,
 * addresses, tags or free text, so none can reach a text or a model.
 */
export type Facts = {
  readonly focus?: Readonly<Record<Trait, TraitFact>>
  /** Focus was answered in the short form. */
  readonly isShort?: true
  readonly disc?: DiscFact
  readonly core?: CoreFact
  readonly quality: QualityOutcome
  /** Why the answers are doubtful; absent if they are not. */
  readonly doubts?: readonly QualityConcern[]
}

/**
 * Extracts the facts from stored results. Copies only known fields, whatever else a result contains; unscored results
 * give no facts. Quality that was never assessed counts as ok.
 */
export function extractFacts({ parts, quality }: DebriefBasis): Facts {
  const resultOf = (family: Family) => parts.find(({ assessment }) => assessment === family)?.result
  const [focus, disc, core] = [resultOf('focus'), resultOf('disc'), resultOf('core')]
  return {
    ...(isScored(focus) && { focus: focusFact(focus as FocusResult) }),
    ...(isScored(focus) && isShortForm(parts) && { isShort: true as const }),
    ...(isScored(disc) && { disc: discFact(disc as DiscResult) }),
    ...(isScored(core) && { core: coreFact(core as CoreResult) }),
    quality: quality?.outcome ?? 'ok',
    ...doubtsIn(quality),
  }
}

function isShortForm(parts: DebriefBasis['parts']): boolean {
  const form = parts.find(({ assessment }) => assessment === 'focus')?.form ?? ''
  return focusFormName(form) === 'focus-60'
}

function doubtsIn(quality: DebriefBasis['quality']): Pick<Facts, 'doubts'> {
  if (!quality?.reasons?.length || quality.outcome === 'ok') return {}
  return { doubts: quality.reasons.map(({ assessment, index, limit }) => ({ assessment, index, limit })) }
}

function isScored(result: unknown): boolean {
  return typeof result === 'object' && result !== null && !('unscored' in result)
}

function focusFact(result: FocusResult): Record<Trait, TraitFact> {
  const traits = Object.entries(result).map(([name, { facets, ...scale }]) => {
    const facetFacts = Object.entries(facets).map(([facet, facetScale]) => [facet, scaleFact(facetScale)])
    return [name, { ...scaleFact(scale), facets: Object.fromEntries(facetFacts) }]
  })
  return Object.fromEntries(traits)
}

function scaleFact({ t, sem, score, level, confidence, sideConfidence }: Omit<FocusScale, 'raw'>): ScaleFact {
  return sideConfidence === undefined
    ? { t, sem, percentile: score, level, confidence }
    : { t, sem, percentile: score, level, confidence, sideConfidence }
}

function discFact(result: DiscResult): DiscFact {
  const { style, d, i, s, c, confidence } = result
  return {
    style,
    scores: { D: d, I: i, S: s, C: c },
    sem: (discNorm.sem * 50) / blocks,
    confidence,
    firstConfidence: firstLetterShare(result),
  }
}

function coreFact({ ranked, close }: CoreResult): CoreFact {
  const intervals = ranked.flatMap(({ key, rank90 }) =>
    rank90 ? [[key, [rank90[0], rank90[1]]] as const] : [],
  )
  return {
    ranked: ranked.map(({ key }) => key),
    close: close.map(([left, right]) => [left, right]),
    ...(intervals.length > 0 && { intervals: Object.fromEntries(intervals) }),
  }
}

/**
 * The last value, if its true rank is very probably among the last three. In simulations the value that comes last is
 * the true last one in only about half of people.
 */
export function lastValue({ ranked, intervals }: CoreFact): string | undefined {
  const last = ranked.at(-1) ?? ''
  const [best = 0] = intervals?.[last] ?? []
  return best > ranked.length - 3 ? last : undefined
}

/** All fact ids that a sentence can cite: paths as in the profile's document. */
export function factIds(facts: Facts): Set<string> {
  const ids = new Set(['quality.outcome'])
  for (const [trait, { facets }] of Object.entries(facts.focus ?? {})) {
    ids.add(traitId(trait as Trait))
    for (const facet of Object.keys(facets)) ids.add(facetId(trait as Trait, facet))
  }
  if (facts.disc) for (const part of ['style', ...letters]) ids.add(`disc.${part.toLowerCase()}`)
  if (facts.core) for (const rank of valueRanks) ids.add(`core.${rank}`)
  if (facts.core && lastValue(facts.core)) ids.add('core.least')
  return ids
}

/** Ranks of values that have an id of their own. */
export const valueRanks = ['first', 'second', 'third', 'fourth', 'fifth'] as const

export function traitId(trait: Trait): string {
  return `focus.${trait}`
}

export function facetId(trait: Trait, facet: string): string {
  return facetIds.get(trait)?.get(facet) ?? `focus.${trait}.facets.${facet}`
}

/** The ids of the form's facets, which are looked up and compared all the time. */
const facetIds = new Map(
  [...Map.groupBy(focusForm.facets, ({ trait }) => trait)].map(([trait, facets]) => [
    trait,
    new Map(facets.map(({ facet }) => [facet, `focus.${trait}.facets.${facet}`])),
  ]),
)

const blocks = 24
