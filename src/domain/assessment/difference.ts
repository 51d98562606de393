import type { AssessmentId } from '../../contract/shapes.ts'

/** One value that is stored otherwise than it comes out; without `recomputed` it could not be made again. */
export type ResultDifference = {
  attempt: number
  /** Null for what is about all assessments of the attempt. */
  assessment: AssessmentId | null
  /** The path of the value, such as `flexibility.facets.creativity.t`. */
  field: string
  stored: unknown
  recomputed?: unknown
  /** Made with something that is not known here, so the scores cannot be made again. */
  isForeign?: true
}

/** Compares two values of JSON leaf by leaf; the order of keys does not count, and a list is no object. */
export function diffResults(
  at: Pick<ResultDifference, 'attempt' | 'assessment'>,
  path: string,
  stored: unknown,
  recomputed: unknown,
): ResultDifference[] {
  if (isNested(stored) && isNested(recomputed) && Array.isArray(stored) === Array.isArray(recomputed)) {
    const keys = new Set([...Object.keys(recomputed), ...Object.keys(stored)])
    return [...keys].flatMap((key) =>
      diffResults(at, path ? `${path}.${key}` : key, own(stored, key), own(recomputed, key)),
    )
  }
  if (stored === recomputed) return []
  return [{ ...at, field: path || 'result', stored: stored ?? null, recomputed: recomputed ?? null }]
}

/** The difference in one line. Holds scores and names of forms, never a name or an answer of a person. */
export function formatResultDifference({
  attempt,
  assessment,
  field,
  stored,
  ...fresh
}: ResultDifference): string {
  const location = `attempt ${attempt}  ${assessment ?? 'all'}  ${cut(field.replace(/[^\w.-]/g, '?'))}`
  return `${location}: stored ${formatValue(stored)}, ${outcomeOf(fresh)}`
}

function outcomeOf({ recomputed, isForeign }: Pick<ResultDifference, 'recomputed' | 'isForeign'>): string {
  if (recomputed === undefined) return 'cannot be recomputed'
  if (isForeign) return `known here ${formatValue(recomputed)}: the scores cannot be recomputed`
  return `recomputed ${formatValue(recomputed)}`
}

function isNested(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Not what every object inherits, which a changed row could name. */
function own(value: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined
}

/** JSON leaves marks of direction and some controls as they are; a terminal must not obey what a row says. */
function formatValue(value: unknown): string {
  return cut(JSON.stringify(value ?? null).replace(/\p{C}/gu, '?'))
}

/** A changed row may hold anything, and any amount of it. */
function cut(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
