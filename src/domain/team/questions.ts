import type { TeamTexts } from '../../content/team.ts'
import type { TeamDifference, TeamQuestion } from './model.ts'

/**
 * What two people may ask each other: a question for each of their largest differences, which are beyond measurement
 * error, largest first. Both answer the same question, so it says neither who is higher nor which end is better.
 */
export function teamQuestions(differences: readonly TeamDifference[], texts: TeamTexts): TeamQuestion[] {
  const questions = texts.questions as Record<string, string | undefined>
  return differences.slice(0, maxQuestions).flatMap(({ scale, label }) => {
    const text = questions[scale]
    return text === undefined ? [] : [{ scale, label, text }]
  })
}

/** As many as fit an hour. */
const maxQuestions = 4
