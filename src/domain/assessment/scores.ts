import { coreDesign, discForm, focusForm } from '../../content/forms.ts'
import { discNorm, focusNorm } from '../../content/norms.ts'
import type { AssessmentId } from '../../contract/shapes.ts'
import { type Quality, responseQuality } from '../../scoring/quality.ts'
import { type Instruments, provenance, type Sheet as ScoringSheet, scoreSheet } from '../../scoring/score.ts'
import { coreAnswers, discChoices, focusAnswers, type Sheet } from './sitting.ts'

/** The forms and norms that this version of the service administers and scores by. */
const instruments: Instruments = {
  focus: { keys: focusForm, norm: focusNorm },
  disc: { form: discForm.id, norm: discNorm },
  core: { design: coreDesign },
}

/** The result of one fully answered assessment, with what it was made with. */
export function scoreAssessment(assessment: AssessmentId, sheet: Sheet, profileId: string) {
  const scores = scoreSheet({ [assessment]: answersOf(assessment, sheet) }, instruments, profileId)
  return { ...provenance(assessment, instruments), result: scores[assessment] }
}

/** Judges the answers of all completed assessments together. */
export function judgeAnswers(
  sheet: Sheet,
  completed: readonly { assessment: AssessmentId; activeSeconds: number }[],
): Quality {
  const answers = completed.map(({ assessment }) => [assessment, answersOf(assessment, sheet)])
  const seconds = completed.map(({ assessment, activeSeconds }) => [assessment, activeSeconds])
  return responseQuality(
    { sheet: Object.fromEntries(answers), activeSeconds: Object.fromEntries(seconds) },
    instruments,
  )
}

function answersOf(assessment: AssessmentId, sheet: Sheet): ScoringSheet[AssessmentId] {
  if (assessment === 'focus') return focusAnswers(sheet)
  if (assessment === 'core') return coreAnswers(sheet, coreDesign)
  return discChoices(sheet).map((choice, index) => {
    const order = discForm.blocks[index]?.statements.map((statement) => statement.letter) ?? []
    return { ...choice, order }
  })
}
