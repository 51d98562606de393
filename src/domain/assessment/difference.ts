import type { AssessmentId } from '../../contract/shapes.ts'

/** A stored value that differs from the recomputed one; without `recomputed` it can't be computed again. */
export type ResultDifference = {
  attempt: number
  /** Null if it concerns all assessments of the attempt. */
  assessment: AssessmentId | null
  /** The path of the value, such as `flexibility.facets.creativity.t`. */
  field: string
  stored: unknown
  recomputed?: unknown
  /** Computed with a form, version or norm that this release doesn't have, so the scores can't be recomputed. */
  isForeign?: true
}

/** Compares two JSON values leaf by leaf. The order of keys doesn't matter; an array never equals an object. */
export function diffResults(
  at: Pick<ResultDifference, 'attempt' | 'assessment'>,
  path: string,
  stored: unknown,
  recomputed: unknown,
): ResultDifference[] {
  if (isNested(stored) && isNested(recomputed) && Array.isArray(stored) === Array.isArray(recomputed)) {
    const keys = new Set([...Object.keys(recomputed), ...Object.keys(stored)])
    return [...keys].flatMap((key) =>
      diffResults(at, path ? `${path}.${key}` : key, ownValue(stored, key), ownValue(recomputed, key)),
    )
  }
  if (stored === recomputed) return []
  return [{ ...at, field: path || 'result', stored: stored ?? null, recomputed: recomputed ?? null }]
}

/** One line per difference. Contains scores and form names, never a name or an answer of a person. */
export function formatResultDifference({
  attempt,
  assessment,
  field,
  stored,
  ...outcome
}: ResultDifference): string {
  const location = `attempt ${attempt}  ${assessment ?? 'all'}  ${truncate(field.replace(/[^\w.-]/g, '?'))}`
  return `${location}: stored ${formatValue(stored)}, ${formatOutcome(outcome)}`
}

function formatOutcome({
  recomputed,
  isForeign,
}: Pick<ResultDifference, 'recomputed' | 'isForeign'>): string {
  if (recomputed === undefined) return 'cannot be recomputed'
  if (isForeign) return `current ${formatValue(recomputed)}: the scores cannot be recomputed`
  return `recomputed ${formatValue(recomputed)}`
}

function isNested(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Own properties only: a tampered row could name an inherited one. */
function ownValue(value: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined
}

/**
 * JSON doesn't escape direction marks and some control characters; replace them, because a terminal would act on
 * them.
 */
function formatValue(value: unknown): string {
  return truncate(JSON.stringify(value ?? null).replace(/\p{C}/gu, '?'))
}

/** A tampered row may contain any amount of text. */
function truncate(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
