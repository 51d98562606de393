import { factsFor } from '../../content/assessments.ts'
import { formHash } from '../../content/form-hash.ts'
import { coreDesign, focusFormName, formId, formIds } from '../../content/forms.ts'
import { type AssessmentId, assessmentIds } from '../../contract/shapes.ts'
import { isScoringEdition, type ScoringEdition, scoringVersion } from '../../scoring/edition.ts'
import { qualityRules, qualityVersionOf } from '../../scoring/quality-rules.ts'
import { summarizeAttempt } from '../profile/attempt-summary.ts'
import { diffResults, type ResultDifference } from './difference.ts'
import { assessResponseQuality, provenanceOf, resultVector, scoreAssessment } from './scores.ts'
import { emptySittingAnswers, isFullyAnswered, type SittingAnswers } from './sitting.ts'
import type { StoredPerson } from './verify-store.ts'

/** The differences between a person's stored results and those recomputed from the answers. */
export type ResultVerification = { results: number; differences: ResultDifference[] }

/**
 * Recomputes the scores and quality of every attempt of a person from the stored answers and seconds, with the form,
 * edition of the scoring and norm that each result names, and compares field by field. A result whose form, edition or
 * norm is unknown here is reported as a difference too. Never throws, whatever is stored.
 */
export function verifyPerson(person: StoredPerson): ResultVerification {
  // Includes attempts with any remaining row: one without its head row must not pass as verified.
  const rows = [...person.heads, ...person.sittings, ...person.results]
  const attempts = [...new Set(rows.map(({ attempt }) => attempt))].sort((left, right) => left - right)
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
  const edition = isScoringEdition(stored.version) ? stored.version : scoringVersion
  const form = formIds(assessment).includes(stored.form) ? stored.form : formId(assessment)
  const current = { ...provenanceOf(assessment, form, edition), formHash: formHash(assessment, form) }
  const foreign = (['form', 'formHash', 'version', 'norm'] as const)
    .filter((field) => stored[field] !== current[field])
    .map((field) => ({
      ...at,
      field,
      stored: stored[field],
      recomputed: current[field],
      isForeign: true as const,
    }))
  const startedWith = (['form', 'formHash'] as const)
    .filter((field) => sitting?.[field] !== stored[field])
    .map((field) => ({
      ...at,
      field: `sitting.${field}`,
      stored: sitting?.[field],
      recomputed: stored[field],
    }))
  const notCompleted = isCompleted
    ? []
    : [{ ...at, field: 'sitting.isCompleted', stored: false, recomputed: true }]
  // With another form or norm the scores would differ for that reason alone.
  const scores = foreign.length > 0 ? [] : verifyScores(person, at, stored, edition)
  return [...foreign, ...startedWith, ...notCompleted, ...scores]
}

function verifyScores(
  person: StoredPerson,
  at: At,
  { form, result }: { form: string; result: unknown },
  edition: ScoringEdition,
): ResultDifference[] {
  const focusForm = focusFormName(form)
  const { itemCount } = factsFor(at.assessment, focusForm)
  const sheet = sheetOf(person, at.attempt)
  const answers = sheet[at.assessment]
  const hasValidItems = [...answers.keys()].every((item) => item >= 1 && item <= itemCount)
  const recomputed = tryCompute(() =>
    hasValidItems && isFullyAnswered(at.assessment, sheet, coreDesign, focusForm)
      ? scoreAssessment(at.assessment, sheet, person.profileId, form, edition).result
      : undefined,
  )
  if (recomputed !== undefined) return diffResults(at, '', result, recomputed)
  return [{ ...at, field: 'answers', stored: `${answers.size} of ${itemCount}` }]
}

/** Uses the rules of the stored version, and the former results as stored. */
function verifyQuality(person: StoredPerson, attempt: number): ResultDifference[] {
  const at = { attempt, assessment: null }
  const stored = person.heads.find((head) => head.attempt === attempt)?.quality ?? null
  const completed = person.sittings.filter((sitting) => sitting.attempt === attempt && sitting.isCompleted)
  if (completed.length === 0) return diffResults(at, 'quality', stored, null)
  const version = stored === null ? undefined : qualityVersionOf(stored)
  if (version !== undefined && !qualityRules.has(version)) {
    return [{ ...at, field: 'quality.version', stored: version }]
  }
  const retakes = tryCompute(() => retakesOf(person, attempt))
  const recomputed =
    retakes && tryCompute(() => assessResponseQuality(sheetOf(person, attempt), completed, retakes, version))
  if (!recomputed) return [{ ...at, field: 'quality', stored: stored?.outcome ?? null }]
  return diffResults(at, 'quality', stored && { ...stored, version }, recomputed)
}

/** Results taken again in this attempt, each with the previous result of the same assessment. */
function retakesOf({ sittings, results }: StoredPerson, attempt: number) {
  return [...assessmentIds].sort().flatMap((assessment) => {
    const isOwn = sittings.find(isAt({ attempt, assessment }))?.carriedFrom === null
    const now = results.find(isAt({ attempt, assessment }))
    const former = results
      .filter((result) => result.assessment === assessment && result.attempt < attempt)
      .sort((left, right) => right.attempt - left.attempt)[0]
    if (!isOwn || !now || !former) return []
    const [current, before] = [resultVector(assessment, now.result), resultVector(assessment, former.result)]
    return [{ assessment, now: current, former: before }]
  })
}

/** Clients read a separate document; its scores must equal those of the rows. */
function verifyDocument(person: StoredPerson): ResultDifference[] {
  const { attempt } = person
  const at = { attempt, assessment: null }
  const quality = person.heads.find((head) => head.attempt === attempt)?.quality ?? null
  const results = person.results.filter((result) => result.attempt === attempt)
  const document = tryCompute(() => JSON.parse(person.doc) as Record<string, unknown>)
  const recomputed = tryCompute(() =>
    summarizeAttempt({ available: [], quality: quality as never, sittings: [], results }),
  )
  if (!document || !recomputed) return [{ ...at, field: 'document', stored: 'cannot be read' }]
  return (['disc', 'focus', 'core', 'quality', 'scoring'] as const).flatMap((field) =>
    diffResults(at, `document.${field}`, document[field], recomputed[field]),
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

/** A tampered row may contain anything, and scoring may throw on it. */
function tryCompute<T>(compute: () => T): T | undefined {
  try {
    return compute()
  } catch {
    return undefined
  }
}
