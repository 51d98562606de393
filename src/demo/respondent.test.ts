import { describe, expect, test } from 'vitest'
import { coreDesign } from '../content/forms.ts'
import { emptySittingAnswers, findAnswerError, isFullyAnswered } from '../domain/assessment/sitting.ts'
import type { NewAnswer } from '../domain/assessment/store.ts'
import {
  createRespondent,
  simulateCoreAnswers,
  simulateDiscAnswers,
  simulateFocusAnswers,
} from './respondent.ts'

const answersOf = (name: string): NewAnswer[] => {
  const person = createRespondent(name)
  return [
    ...simulateDiscAnswers(person, 24, 1),
    ...simulateFocusAnswers(person, 120, 25),
    ...simulateCoreAnswers(person, 21, 145),
  ]
}

describe('a simulated person', () => {
  test('always gives the same answers', () => {
    expect(answersOf('Noor Okafor')).toEqual(answersOf('Noor Okafor'))
  })

  test('differs from others', () => {
    expect(answersOf('Noor Okafor')).not.toEqual(answersOf('Ada Lindqvist'))
  })

  test.each([['Noor Okafor'], ['陈思远'], ['']])('%s gives complete answers that fit the forms', (name) => {
    const sheet = emptySittingAnswers()
    for (const { assessment, item, value, seq } of answersOf(name)) {
      expect(findAnswerError(assessment, item, value, sheet, coreDesign)).toBeUndefined()
      sheet[assessment].set(item, { item, value, seq })
    }
    for (const id of ['disc', 'focus', 'core'] as const)
      expect(isFullyAnswered(id, sheet, coreDesign)).toBe(true)
  })

  test('numbers the answers without gaps', () => {
    expect(answersOf('Noor Okafor').map(({ seq }) => seq)).toEqual(
      Array.from({ length: 165 }, (_, n) => n + 1),
    )
  })

  test('stops where its scenario ends', () => {
    const person = createRespondent('Emeka Adeyemi')
    expect(simulateDiscAnswers(person, 9, 1)).toHaveLength(9)
    expect(simulateFocusAnswers(person, 87, 1)).toHaveLength(87)
    expect(simulateCoreAnswers(person, 6, 1)).toHaveLength(6)
    expect(simulateCoreAnswers(person, 0, 1)).toEqual([])
  })

  test('uses the whole scale and has a tendency', () => {
    const marks = simulateFocusAnswers(createRespondent('Noor Okafor'), 120, 1).map(({ value }) => value)
    expect(new Set(marks).size).toBeGreaterThanOrEqual(4)
  })
})
