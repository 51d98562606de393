import { formHash } from '../../../src/content/form-hash.ts'
import { formId } from '../../../src/content/forms.ts'
import { type AssessmentId, assessmentIds } from '../../../src/contract/shapes.ts'
import { assessResponseQuality, scoreAssessment } from '../../../src/domain/assessment/scores.ts'
import {
  type AnswerValue,
  emptySittingAnswers,
  type SittingAnswers,
} from '../../../src/domain/assessment/sitting.ts'
import type { Quality } from '../../../src/scoring/quality.ts'
import { honestSheet } from '../../simulation/debrief-basis.ts'

/** Answers to all assessments, with what the service makes of them. Many loaded people share one. */
export type Sheet = {
  answers: Record<AssessmentId, readonly AnswerValue[]>
  seconds: Record<AssessmentId, number>
  results: Record<AssessmentId, SheetResult>
  /** After DISC alone, and after all three. */
  quality: { disc: Quality; all: Quality }
}

export type SheetResult = {
  form: string
  formHash: string
  version: string
  norm: string | null
  result: unknown
}

/**
 * Simulated people who answer honestly, scored by the service's own functions. Core breaks its last kind of tie by the
 * profile's id, which is not known here; for one person in thousands the loaded order of two values differs from what
 * the service would store.
 */
export function drawSheets(count: number): Sheet[] {
  return Array.from({ length: count }, (_, index) => scoredSheet(index + 1))
}

function scoredSheet(seed: number): Sheet {
  const answers = answersOf(seed)
  const sitting = sittingOf(answers)
  const seconds = { disc: 250 + (seed % 90), focus: 640 + (seed % 200), core: 210 + (seed % 70) }
  const results = Object.fromEntries(
    assessmentIds.map((assessment) => {
      const scored = scoreAssessment(assessment, sitting, 'ffffffffffffffffffffffff', formId(assessment))
      return [assessment, { ...scored, formHash: formHash(assessment) }]
    }),
  ) as Sheet['results']
  const qualityAfter = (completed: readonly AssessmentId[]) =>
    assessResponseQuality(
      sitting,
      completed.map((assessment) => ({
        assessment,
        form: formId(assessment),
        activeSeconds: seconds[assessment],
      })),
    )
  return {
    answers,
    seconds,
    results,
    quality: { disc: qualityAfter(['disc']), all: qualityAfter(assessmentIds) },
  }
}

function answersOf(seed: number): Sheet['answers'] {
  const { disc, focus, core } = honestSheet(seed)
  return {
    disc: disc.map(({ most, least }) => ({ most, least })),
    focus: focus as number[],
    core,
  }
}

function sittingOf(answers: Sheet['answers']): SittingAnswers {
  const sitting = emptySittingAnswers()
  for (const assessment of assessmentIds) {
    answers[assessment].forEach((value, index) => {
      sitting[assessment].set(index + 1, { item: index + 1, value, seq: index + 1 })
    })
  }
  return sitting
}
