import { type AssessmentId, assessmentIds } from '../../contract/shapes.ts'
import type { Quality } from '../../scoring/quality.ts'
import type { CoreResult, DiscResult, FocusResult, FocusScale } from '../../scoring/results.ts'
import type { Profile } from './model.ts'

/** The rows of one attempt, as the store reads them. */
export type AttemptRows = {
  available: readonly AssessmentId[]
  quality: Quality | null
  sittings: readonly SittingRow[]
  /** Oldest first. */
  results: readonly ResultRow[]
}

export type SittingRow = {
  assessment: AssessmentId
  /** The attempt that it was completed in, if a retake of other assessments kept it. */
  carried_from: number | null
  date_started: string | null
  date_completed: string | null
  active_seconds: number
  idle_seconds: number
  inactive_seconds: number
  last_updated: string | null
}

export type ResultRow = {
  assessment: AssessmentId
  form: string
  version: string
  norm: string | null
  result: unknown
}

/** Progress and results of one attempt: what a profile and an entry of its history have in common. */
export type AttemptSummary = Pick<
  Profile,
  | 'availableAssessments'
  | 'completedAssessments'
  | 'isCompleted'
  | 'dateStarted'
  | 'dateCompleted'
  | 'timers'
  | 'disc'
  | 'core'
  | 'focus'
  | 'quality'
  | 'scoring'
>

/** Turns the rows of one attempt into its API fields. */
export function summarizeAttempt({
  available: assigned,
  quality,
  sittings,
  results,
}: AttemptRows): AttemptSummary {
  const available = inOrder(assigned)
  const completed = inOrder(
    sittings.filter((sitting) => sitting.date_completed !== null).map((sitting) => sitting.assessment),
  )
  const isCompleted = available.length > 0 && available.every((id) => completed.includes(id))
  const resultOf = (id: AssessmentId) => results.find((result) => result.assessment === id)?.result
  const focus = resultOf('focus') as FocusResult | undefined
  const disc = resultOf('disc') as DiscResult | undefined
  const core = resultOf('core') as CoreResult | undefined
  return {
    availableAssessments: available,
    completedAssessments: completed,
    isCompleted,
    // Sittings kept from an earlier attempt don't count as the start of a retake.
    dateStarted: earliest(
      sittings.filter((sitting) => sitting.carried_from === null).map((sitting) => sitting.date_started),
    ),
    dateCompleted: isCompleted ? latest(sittings.map((sitting) => sitting.date_completed)) : null,
    timers: available.map((id) =>
      timer(
        id,
        sittings.find((sitting) => sitting.assessment === id),
      ),
    ),
    disc: disc ? discScores(disc) : null,
    core: core ? ranking(core) : null,
    focus: focus ? focusScores(focus) : null,
    quality: quality as Profile['quality'],
    scoring: results.length > 0 ? scoring(results, disc, focus) : null,
  }
}

function inOrder(ids: readonly AssessmentId[]): AssessmentId[] {
  return assessmentIds.filter((id) => ids.includes(id))
}

function earliest(times: readonly (string | null)[]): string | null {
  return times.filter((time) => time !== null).sort()[0] ?? null
}

function latest(times: readonly (string | null)[]): string | null {
  return (
    times
      .filter((time) => time !== null)
      .sort()
      .at(-1) ?? null
  )
}

function timer(assessment: AssessmentId, sitting: SittingRow | undefined): Profile['timers'][number] {
  return {
    assessment,
    isCompleted: sitting?.date_completed != null,
    activeSeconds: sitting?.active_seconds ?? 0,
    inactiveSeconds: sitting?.inactive_seconds ?? 0,
    idleSeconds: sitting?.idle_seconds ?? 0,
    dateStarted: sitting?.date_started ?? null,
    dateCompleted: sitting?.date_completed ?? null,
    lastUpdated: sitting?.last_updated ?? sitting?.date_started ?? null,
  }
}

function discScores({ style, d, i, s, c, styleIsTied }: DiscResult): NonNullable<Profile['disc']> {
  return { style, d, i, s, c, ...(styleIsTied !== undefined && { styleIsTied }) }
}

function ranking({ first, second, third, fourth, fifth, ranked }: CoreResult): NonNullable<Profile['core']> {
  const five = { first, second, third, fourth, fifth }
  const intervals = ranked.flatMap(({ key, rank90 }) =>
    rank90 ? [[key, [rank90[0], rank90[1]] as [number, number]] as const] : [],
  )
  return intervals.length === 0 ? five : { ...five, rank90: Object.fromEntries(intervals) }
}

function focusScores(focus: FocusResult): NonNullable<Profile['focus']> {
  const shown = ({ score, level }: FocusScale) => ({ score, level })
  const traits = Object.entries(focus).map(([trait, scale]) => {
    const facets = Object.entries(scale.facets).map(([facet, inner]) => [facet, shown(inner)])
    return [trait, { ...shown(scale), facets: Object.fromEntries(facets) }]
  })
  return Object.fromEntries(traits) as NonNullable<Profile['focus']>
}

function scoring(
  results: readonly ResultRow[],
  disc: DiscResult | undefined,
  focus: FocusResult | undefined,
): Profile['scoring'] {
  const of = (field: 'form' | 'version' | 'norm') =>
    Object.fromEntries(
      inOrder(results.map((result) => result.assessment)).map((id) => [id, provenanceOf(results, id, field)]),
    )
  const confidence: Record<string, unknown> = {}
  if (disc) confidence.disc = { style: disc.confidence, styles: disc.styles }
  if (focus) confidence.focus = focusConfidence(focus)
  const versions = new Set(results.map(({ version }) => version))
  const sideConfidence = focus && focusSideConfidence(focus)
  return {
    form: of('form'),
    version: results.at(-1)?.version ?? '',
    ...(versions.size > 1 && { versions: of('version') as Record<string, string> }),
    norm: of('norm'),
    confidence,
    ...(sideConfidence && { standardErrors: focusStandardErrors(focus), sideConfidence }),
  }
}

function provenanceOf(
  results: readonly ResultRow[],
  id: AssessmentId,
  field: 'form' | 'version' | 'norm',
): string | null {
  return results.find((result) => result.assessment === id)?.[field] ?? null
}

/** The probability that each level is the true one, by scale name; names are unique across traits. */
function focusConfidence(focus: FocusResult): Record<string, number> {
  return Object.fromEntries(focusScales(focus).map(([name, { confidence }]) => [name, confidence]))
}

/** The probability that each true score is on the stated side. Undefined in the first edition of the scoring. */
function focusSideConfidence(focus: FocusResult): Record<string, number> | undefined {
  const stated = focusScales(focus).flatMap(([name, { sideConfidence }]) =>
    sideConfidence === undefined ? [] : [[name, sideConfidence] as const],
  )
  return stated.length === 0 ? undefined : Object.fromEntries(stated)
}

function focusStandardErrors(focus: FocusResult): Record<string, number> {
  return Object.fromEntries(focusScales(focus).map(([name, { sem }]) => [name, sem]))
}

/** Each trait, followed by its facets. */
function focusScales(focus: FocusResult): [name: string, scale: FocusScale][] {
  return Object.entries(focus).flatMap(
    ([trait, scale]) => [[trait, scale], ...Object.entries(scale.facets)] as never,
  )
}
