import { coreDesign, discForm, focusForm } from '../../content/forms.ts'
import { discNorm, focusNorm, focusReliability } from '../../content/norms.ts'
import type { AssessmentId } from '../../contract/shapes.ts'
import { type ScoringEdition, scoringVersion } from '../../scoring/edition.ts'
import { type Quality, type Response, responseQuality } from '../../scoring/quality.ts'
import type { CoreResult, DiscResult, FocusResult } from '../../scoring/results.ts'
import {
  type AnswerSheet,
  type Instruments,
  type Provenance,
  provenance,
  scoreSheet,
} from '../../scoring/score.ts'
import { coreAnswersIn, discAnswersIn, focusAnswersIn, type SittingAnswers } from './sitting.ts'

/** The forms and norms that this version of the service uses. */
const instruments: Instruments = {
  focus: { keys: focusForm, norm: focusNorm, reliability: focusReliability },
  disc: { form: discForm.id, norm: discNorm },
  core: { design: coreDesign },
}

/** The result of a fully answered assessment, with its provenance, by the current edition unless another is named. */
export function scoreAssessment(
  assessment: AssessmentId,
  sheet: SittingAnswers,
  profileId: string,
  edition: ScoringEdition = scoringVersion,
) {
  const scores = scoreSheet({ [assessment]: answersOf(assessment, sheet) }, instruments, profileId, edition)
  return { ...provenance(assessment, instruments, edition), result: scores[assessment] }
}

/** The form, scoring version and norm that results are computed with now. */
export function currentProvenance(assessment: AssessmentId): Provenance {
  return provenance(assessment, instruments)
}

/**
 * Assesses the response quality of all completed assessments together, by the current rules or those of the given
 * version. Throws a RangeError for an unknown version.
 */
export function assessResponseQuality(
  sheet: SittingAnswers,
  completed: readonly { assessment: AssessmentId; activeSeconds: number }[],
  retakes: NonNullable<Response['retakes']> = [],
  version?: string,
): Quality {
  const answers = completed.map(({ assessment }) => [assessment, answersOf(assessment, sheet)])
  const seconds = completed.map(({ assessment, activeSeconds }) => [assessment, activeSeconds])
  return responseQuality(
    { sheet: Object.fromEntries(answers), activeSeconds: Object.fromEntries(seconds), retakes },
    instruments,
    version,
  )
}

/** A stored result as numbers in a fixed order, for comparison with another attempt. */
export function resultVector(assessment: AssessmentId, result: unknown): number[] {
  if (assessment === 'disc') {
    const { d, i, s, c } = result as DiscResult
    return [d, i, s, c]
  }
  if (assessment === 'focus') {
    const facets = Object.values(result as FocusResult).flatMap((trait) => Object.entries(trait.facets))
    const ts = new Map(facets.map(([facet, { t }]) => [facet, t]))
    return focusForm.facets.map(({ facet }) => ts.get(facet) ?? 50)
  }
  const { ranked } = result as CoreResult
  return ranked.toSorted((left, right) => (left.key < right.key ? -1 : 1)).map(({ utility }) => utility)
}

function answersOf(assessment: AssessmentId, sheet: SittingAnswers): AnswerSheet[AssessmentId] {
  if (assessment === 'focus') return focusAnswersIn(sheet)
  if (assessment === 'core') return coreAnswersIn(sheet, coreDesign)
  return discAnswersIn(sheet).map((choice, index) => {
    const order = discForm.blocks[index]?.statements.map((statement) => statement.letter) ?? []
    return { ...choice, order }
  })
}
