import { assessmentFacts } from '../../content/assessments.ts'
import { formHash } from '../../content/form-hash.ts'
import { coreDesign } from '../../content/forms.ts'
import { type AssessmentId, assessmentIds } from '../../contract/shapes.ts'
import { qualityRules, qualityVersionOf } from '../../scoring/quality-rules.ts'
import { summarizeAttempt } from '../profile/attempt-summary.ts'
import { diffResults, type ResultDifference } from './difference.ts'
import { assessResponseQuality, currentProvenance, resultVector, scoreAssessment } from './scores.ts'
import { emptySittingAnswers, isFullyAnswered, type SittingAnswers } from './sitting.ts'
import type { StoredPerson } from './verify-store.ts'

/** What is found when everything that is stored of one person is made again out of the answers. */
export type ResultVerification = { results: number; differences: ResultDifference[] }

/**
 * Scores and judges every attempt of a person anew, out of the stored answers and seconds and by the form, version
 * and norm that each result names, and compares field by field. What cannot be made again, because its form, version
 * or norm is not known here, is a difference as well. Nothing here throws, whatever is stored.
 */
export function verifyPerson(person: StoredPerson): ResultVerification {
  // Of every attempt that anything is left of: what has lost its head must not pass as verified.
  const rows = [...person.heads, ...person.sittings, ...person.results]
  const attempts = [...new Set(rows.map(({ attempt }) => attempt))].sort((one, other) => one - other)
  const differences = attempts.flatMap((attempt) => [
    ...assessmentIds.flatMap((assessment) => verifyResult(person, attempt, assessment)),
    ...verifyQuality(person, attempt),
  ])
  return { results: person.results.length, differences: [...differences, ...verifyDocument(person)] }
}

function verifyResult(person: StoredPerson, attempt: number, assessment: AssessmentId): ResultDifference[] {
  const at = { attempt, assessment }
  const sitting = person.sittings.find(isAt(at))
  const stored = person.results.find(isAt(at))
  const isCompleted = sitting?.isCompleted === true
  if (!stored) return isCompleted ? [{ ...at, field: 'result', stored: null, recomputed: 'a result' }] : []
  const current = { ...currentProvenance(assessment), formHash: formHash(assessment) }
  const foreign = (['form', 'formHash', 'version', 'norm'] as const)
    .filter((field) => stored[field] !== current[field])
    .map((field) => ({
      ...at,
      field,
      stored: stored[field],
      recomputed: current[field],
      isForeign: true as const,
    }))
  const begun = (['form', 'formHash'] as const)
    .filter((field) => sitting?.[field] !== stored[field])
    .map((field) => ({
      ...at,
      field: `sitting.${field}`,
      stored: sitting?.[field],
      recomputed: stored[field],
    }))
  const open = isCompleted ? [] : [{ ...at, field: 'sitting.isCompleted', stored: false, recomputed: true }]
  // By another form or norm the scores would differ for that reason alone.
  const scores = foreign.length > 0 ? [] : verifyScores(person, at, stored.result)
  return [...foreign, ...begun, ...open, ...scores]
}

function verifyScores(person: StoredPerson, at: At, stored: unknown): ResultDifference[] {
  const { itemCount } = assessmentFacts[at.assessment]
  const sheet = sheetOf(person, at.attempt)
  const answers = sheet[at.assessment]
  const isWhole = [...answers.keys()].every((item) => item >= 1 && item <= itemCount)
  const fresh = tryCompute(() =>
    isWhole && isFullyAnswered(at.assessment, sheet, coreDesign)
      ? scoreAssessment(at.assessment, sheet, person.profileId).result
      : undefined,
  )
  if (fresh !== undefined) return diffResults(at, '', stored, fresh)
  return [{ ...at, field: 'answers', stored: `${answers.size} of ${itemCount}` }]
}

/** Judged by the rules of its own version, with the former results as they are stored. */
function verifyQuality(person: StoredPerson, attempt: number): ResultDifference[] {
  const at = { attempt, assessment: null }
  const stored = person.heads.find((head) => head.attempt === attempt)?.quality ?? null
  const completed = person.sittings.filter((one) => one.attempt === attempt && one.isCompleted)
  if (completed.length === 0) return diffResults(at, 'quality', stored, null)
  const version = stored === null ? undefined : qualityVersionOf(stored)
  if (version !== undefined && !qualityRules.has(version)) {
    return [{ ...at, field: 'quality.version', stored: version }]
  }
  const retakes = tryCompute(() => retakesOf(person, attempt))
  const fresh =
    retakes && tryCompute(() => assessResponseQuality(sheetOf(person, attempt), completed, retakes, version))
  if (!fresh) return [{ ...at, field: 'quality', stored: stored?.outcome ?? null }]
  return diffResults(at, 'quality', stored && { ...stored, version }, fresh)
}

/** Results that this attempt gave anew, each with the newest of the same assessment before it. */
function retakesOf({ sittings, results }: StoredPerson, attempt: number) {
  return [...assessmentIds].sort().flatMap((assessment) => {
    const isOwn = sittings.find(isAt({ attempt, assessment }))?.carriedFrom === null
    const now = results.find(isAt({ attempt, assessment }))
    const former = results
      .filter((one) => one.assessment === assessment && one.attempt < attempt)
      .sort((one, other) => other.attempt - one.attempt)[0]
    if (!isOwn || !now || !former) return []
    const [fresh, before] = [resultVector(assessment, now.result), resultVector(assessment, former.result)]
    return [{ assessment, now: fresh, former: before }]
  })
}

/** What clients read is a document of its own; its scores must be those of the rows. */
function verifyDocument(person: StoredPerson): ResultDifference[] {
  const { attempt } = person
  const at = { attempt, assessment: null }
  const quality = person.heads.find((head) => head.attempt === attempt)?.quality ?? null
  const results = person.results.filter((one) => one.attempt === attempt)
  const shown = tryCompute(() => JSON.parse(person.doc) as Record<string, unknown>)
  const fresh = tryCompute(() =>
    summarizeAttempt({ available: [], quality: quality as never, sittings: [], results }),
  )
  if (!shown || !fresh) return [{ ...at, field: 'document', stored: 'cannot be read' }]
  return (['disc', 'focus', 'core', 'quality', 'scoring'] as const).flatMap((field) =>
    diffResults(at, `document.${field}`, shown[field], fresh[field]),
  )
}

type At = { attempt: number; assessment: AssessmentId }

function isAt({ attempt, assessment }: At): (row: At) => boolean {
  return (row) => row.attempt === attempt && row.assessment === assessment
}

function sheetOf({ answers }: StoredPerson, attempt: number): SittingAnswers {
  const sheet = emptySittingAnswers()
  for (const [at, assessment, item, value] of answers) {
    if (at === attempt) sheet[assessment]?.set(item, { item, value, seq: 0 })
  }
  return sheet
}

/** What is stored may be anything once somebody has changed it; scoring then throws where it reads it. */
function tryCompute<T>(make: () => T): T | undefined {
  try {
    return make()
  } catch {
    return undefined
  }
}
