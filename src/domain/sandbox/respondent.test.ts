import { describe, expect, test } from 'vitest'
import { coreDesign } from '../../content/forms.ts'
import { emptySittingAnswers, findAnswerError, isFullyAnswered } from '../assessment/sitting.ts'
import {
  createRespondent,
  type SimulatedAnswer,
  simulateCoreAnswers,
  simulateDiscAnswers,
  simulateFocusAnswers,
} from './respondent.ts'

const answersOf = (name: string): SimulatedAnswer[] => {
  const person = createRespondent(name)
  return [
    ...simulateDiscAnswers(person, 24),
    ...simulateFocusAnswers(person, 120),
    ...simulateCoreAnswers(person, 21),
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
    for (const { assessment, item, value } of answersOf(name)) {
      expect(findAnswerError(assessment, item, value, sheet, coreDesign)).toBeUndefined()
      sheet[assessment].set(item, { item, value, seq: 1 })
    }
    for (const id of ['disc', 'focus', 'core'] as const)
      expect(isFullyAnswered(id, sheet, coreDesign)).toBe(true)
  })

  test('stops where its scenario ends', () => {
    const person = createRespondent('Emeka Adeyemi')
    expect(simulateDiscAnswers(person, 9)).toHaveLength(9)
    expect(simulateFocusAnswers(person, 87)).toHaveLength(87)
    expect(simulateCoreAnswers(person, 6)).toHaveLength(6)
    expect(simulateCoreAnswers(person, 0)).toEqual([])
  })

  test('uses the whole scale and has a tendency', () => {
    const marks = simulateFocusAnswers(createRespondent('Noor Okafor'), 120).map(({ value }) => value)
    expect(new Set(marks).size).toBeGreaterThanOrEqual(4)
  })
})
