import { coreDesign, discFormNamed, focusForm, focusFormName, formId } from '../../content/forms.ts'
import { discNorm, focusInstrument } from '../../content/norms.ts'
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

/**
 * The forms named, the current ones by default, with the norms that this version of the service uses for them. Throws a
 * RangeError for an unknown form of Focus.
 */
function instrumentsWith(forms: Partial<Record<AssessmentId, string>>): Instruments {
  return {
    focus: focusInstrument(forms.focus ?? formId('focus')),
    disc: { form: forms.disc ?? formId('disc'), norm: discNorm },
    core: { design: coreDesign },
  }
}

/**
 * The result of a fully answered assessment, with its provenance, by the current edition unless another is named.
 * `form` is that of the sitting. Throws a RangeError for an unknown form.
 */
export function scoreAssessment(
  assessment: AssessmentId,
  sheet: SittingAnswers,
  profileId: string,
  form: string,
  edition: ScoringEdition = scoringVersion,
) {
  const answers = { [assessment]: answersOf(assessment, sheet, form) }
  const scores = scoreSheet(answers, instrumentsWith({ [assessment]: form }), profileId, edition)
  return { ...provenanceOf(assessment, form, edition), result: scores[assessment] }
}

/** What a result on this form is computed with now. */
export function provenanceOf(
  assessment: AssessmentId,
  form: string,
  edition: ScoringEdition = scoringVersion,
): Provenance {
  return provenance(assessment, instrumentsWith({ [assessment]: form }), edition)
}

/**
 * Assesses the response quality of all completed assessments together, by the current rules or those of the given
 * version. Throws a RangeError for an unknown version.
 */
export function assessResponseQuality(
  sheet: SittingAnswers,
  completed: readonly CompletedSitting[],
  retakes: NonNullable<Response['retakes']> = [],
  version?: string,
): Quality {
  const answers = completed.map(({ assessment, form }) => [assessment, answersOf(assessment, sheet, form)])
  const forms = completed.map(({ assessment, form }) => [assessment, form])
  const seconds = completed.map(({ assessment, activeSeconds }) => [assessment, activeSeconds])
  return responseQuality(
    { sheet: Object.fromEntries(answers), activeSeconds: Object.fromEntries(seconds), retakes },
    instrumentsWith(Object.fromEntries(forms)),
    version,
  )
}

/** A completed part, with the form it was answered on and its active seconds. */
export type CompletedSitting = {
  readonly assessment: AssessmentId
  readonly form: string
  readonly activeSeconds: number
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

function answersOf(assessment: AssessmentId, sheet: SittingAnswers, form: string): AnswerSheet[AssessmentId] {
  if (assessment === 'focus') return focusAnswersIn(sheet, focusFormName(form))
  if (assessment === 'core') return coreAnswersIn(sheet, coreDesign)
  const { blocks } = discFormNamed(form)
  return discAnswersIn(sheet).map((choice, index) => {
    const order = blocks[index]?.statements.map((statement) => statement.letter) ?? []
    return { ...choice, order }
  })
}
