import type { AssessmentId } from '../contract/shapes.ts'

/** What a person sees about an assessment before taking it. Minutes are what most people need. */
export const assessmentFacts: Record<
  AssessmentId,
  { name: string; itemCount: number; estimatedMinutes: number }
> = {
  disc: { name: 'DISC', itemCount: 24, estimatedMinutes: 6 },
  focus: { name: 'Focus', itemCount: 120, estimatedMinutes: 14 },
  core: { name: 'Core', itemCount: 21, estimatedMinutes: 4 },
}
