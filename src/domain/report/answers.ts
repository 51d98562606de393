import { type AssessmentId, assessmentIds } from '../../contract/shapes.ts'

/** Answers by assessment, in the order of the form; for downloads and exports. */
export function answersByAssessment<T extends { assessment: AssessmentId; item: number }, Shown>(
  answers: readonly T[],
  shown: (answer: T) => Shown,
): Partial<Record<AssessmentId, Shown[]>> {
  const ordered = answers.toSorted((one, other) => one.item - other.item)
  const entries = assessmentIds.map((id) => [id, ordered.filter((one) => one.assessment === id).map(shown)])
  return Object.fromEntries(entries)
}
