import type { FocusFormName } from '../contract/focus-form.ts'
import type { AssessmentId } from '../contract/shapes.ts'

type AssessmentFacts = { name: string; itemCount: number; estimatedMinutes: number }

/**
 * What a person sees about an assessment before taking it, with the full form of Focus. Minutes are what most people
 * need.
 */
export const assessmentFacts: Record<AssessmentId, AssessmentFacts> = {
  disc: { name: 'DISC', itemCount: 24, estimatedMinutes: 6 },
  focus: { name: 'Focus', itemCount: 120, estimatedMinutes: 14 },
  core: { name: 'Core', itemCount: 21, estimatedMinutes: 4 },
}

/** The same for a person, who has one of the forms of Focus. */
export function factsFor(assessment: AssessmentId, focusForm: FocusFormName | undefined): AssessmentFacts {
  return assessment === 'focus' && focusForm === 'focus-60' ? shortFocus : assessmentFacts[assessment]
}

const shortFocus: AssessmentFacts = { name: 'Focus', itemCount: 60, estimatedMinutes: 7 }
