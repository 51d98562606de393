import { words } from './words.ts'

export const assessmentNames = words.assessments
