import { assessmentFacts, factsFor } from '../../content/assessments.ts'
import type { FocusFormName } from '../../contract/focus-form.ts'
import type { AssessmentId } from '../../contract/shapes.ts'
import { keptAnswers, screenAt } from '../../scoring/core.ts'
import type { CoreAnswer, CoreDesign } from '../../scoring/core-screens.ts'
import type { DiscAnswer } from './model.ts'

/**
 * The pure rules of a sitting: which answers fit the form, and when it is complete. Item numbers start at 1: Focus by
 * item, DISC by block of the form, Core by screen.
 */
export type AnswerValue = number | DiscAnswer | { block: readonly string[]; best: string; worst: string }
export type StoredAnswer = { item: number; value: unknown; seq: number }
export type SittingAnswers = Record<AssessmentId, Map<number, StoredAnswer>>

export function emptySittingAnswers(): SittingAnswers {
  return { disc: new Map(), focus: new Map(), core: new Map() }
}

/** Why an answer doesn't fit the form, for the browser log; undefined if it fits. */
export function findAnswerError(
  assessment: AssessmentId,
  item: number,
  value: AnswerValue,
  sheet: SittingAnswers,
  design: CoreDesign,
  focusForm?: FocusFormName,
): string | undefined {
  if (item < 1 || item > factsFor(assessment, focusForm).itemCount) return 'no such item'
  if (assessment === 'focus') {
    return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 5
      ? undefined
      : 'expected a whole number from 1 to 5'
  }
  if (typeof value === 'number') return 'expected a choice of most and least'
  if (assessment === 'disc') {
    if (!('most' in value)) return 'expected most and least'
    return value.most === value.least ? 'most and least must differ' : undefined
  }
  return 'best' in value ? findCoreAnswerError(item, value, sheet, design) : 'expected block, best and worst'
}

function findCoreAnswerError(
  item: number,
  value: { block: readonly string[]; best: string; worst: string },
  sheet: SittingAnswers,
  design: CoreDesign,
): string | undefined {
  const screen = coreScreen(item, sheet, design)
  if (!screen) return 'an earlier screen is not answered'
  const sameValues = screen.length === value.block.length && screen.every((key) => value.block.includes(key))
  if (!sameValues) return 'this screen shows other values now'
  if (!value.block.includes(value.best) || !value.block.includes(value.worst))
    return 'not a value of the screen'
  return value.best === value.worst ? 'most and least must differ' : undefined
}

/** The values of Core screen `item`, or undefined while an earlier screen is unanswered. */
export function coreScreen(
  item: number,
  sheet: SittingAnswers,
  design: CoreDesign,
): readonly string[] | undefined {
  const before = coreAnswersIn(sheet, design).slice(0, item - 1)
  return before.length < item - 1 ? undefined : screenAt(item - 1, before, design)
}

/** Core answers in order, up to the first gap or the first screen that changed because of earlier answers. */
export function coreAnswersIn(sheet: SittingAnswers, design: CoreDesign): readonly CoreAnswer[] {
  const answers: CoreAnswer[] = []
  for (let screen = 1; screen <= assessmentFacts.core.itemCount; screen += 1) {
    const stored = sheet.core.get(screen)
    if (!stored) break
    answers.push(stored.value as CoreAnswer)
  }
  return keptAnswers(answers, design)
}

export function focusAnswersIn(sheet: SittingAnswers, focusForm?: FocusFormName): (number | null)[] {
  return Array.from({ length: factsFor('focus', focusForm).itemCount }, (_, index) => {
    const stored = sheet.focus.get(index + 1)
    return stored ? (stored.value as number) : null
  })
}

export function discAnswersIn(sheet: SittingAnswers): DiscAnswer[] {
  return [...sheet.disc.values()]
    .sort((left, right) => left.item - right.item)
    .map((answer) => answer.value as DiscAnswer)
}

export function isFullyAnswered(
  assessment: AssessmentId,
  sheet: SittingAnswers,
  design: CoreDesign,
  focusForm?: FocusFormName,
): boolean {
  const answered = assessment === 'core' ? coreAnswersIn(sheet, design).length : sheet[assessment].size
  return answered === factsFor(assessment, focusForm).itemCount
}
