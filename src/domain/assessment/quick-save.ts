import type { z } from 'zod'
import { coreDesign } from '../../content/forms.ts'
import type { Quick } from '../../contract/operation.ts'
import type { AnswerInput, StopwatchInput } from './model.ts'
import { quickSave } from './quick-save-store.ts'
import { emptySittingAnswers, findAnswerError } from './sitting.ts'
import type { NewAnswer } from './store.ts'

type Answer = z.output<typeof AnswerInput>
type SaveInput = {
  attempt: number
  answers: readonly Answer[]
  finish: readonly string[]
  timers: readonly z.output<typeof StopwatchInput>[]
}

/**
 * The usual request of the taking page: answers to DISC or Focus that fit the form, with the seconds. Answers to Core
 * are checked against earlier ones, which `run` reads.
 */
export const saveQuickly: Quick<SaveInput> = {
  suits({ answers, finish, timers }) {
    const assessments = new Set(timers.map(({ assessment }) => assessment))
    return finish.length === 0 && assessments.size === timers.length && answers.every(fitsForm)
  },
  async run({ sql, accountId, now }, { sessionHash, profileId, input }) {
    const { attempt, answers, timers } = input
    const save = { sessionHash, profileId, attempt, answers: highestOf(answers), timers }
    const outcome = await quickSave(sql, accountId, save, now)
    if (!outcome) return undefined
    const saved = answers.map(({ seq }) => seq)
    return { saved, refused: [], completed: outcome.completed, done: outcome.isCompleted }
  },
}

function fitsForm({ assessment, item, value }: Answer): boolean {
  if (assessment === 'core' || (typeof value !== 'number' && !('most' in value))) return false
  return findAnswerError(assessment, item, value, emptySittingAnswers(), coreDesign) === undefined
}

/** One statement can't save an item twice. Of equal numbers the first one wins, as if they had come one by one. */
function highestOf(answers: readonly Answer[]): NewAnswer[] {
  const highest = new Map<string, Answer>()
  for (const answer of answers) {
    const place = `${answer.assessment}:${answer.item}`
    const other = highest.get(place)
    if (!other || other.seq < answer.seq) highest.set(place, answer)
  }
  return [...highest.values()] as NewAnswer[]
}
