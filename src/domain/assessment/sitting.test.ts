import { describe, expect, test } from 'vitest'
import { coreDesign } from '../../content/forms.ts'
import type { AssessmentId } from '../../contract/shapes.ts'
import { nextScreen } from '../../scoring/core.ts'
import {
  type AnswerValue,
  coreAnswersIn,
  discAnswersIn,
  emptySittingAnswers,
  findAnswerError,
  focusAnswersIn,
  isFullyAnswered,
  type SittingAnswers,
} from './sitting.ts'

const answerErrorOf = (
  assessment: AssessmentId,
  item: number,
  value: AnswerValue,
  sheet = emptySittingAnswers(),
) => findAnswerError(assessment, item, value, sheet, coreDesign)

/** A sheet with the given number of Core screens answered: always the first value as best and the last as worst. */
function coreSheet(count: number): SittingAnswers {
  const sheet = emptySittingAnswers()
  for (let item = 1; item <= count; item += 1) addAnswer(sheet, item, screenOf(sheet, item))
  return sheet
}

function screenOf(sheet: SittingAnswers, item: number): readonly string[] {
  const screen = nextScreen(coreAnswersIn(sheet, coreDesign).slice(0, item - 1), coreDesign)
  if (!screen) throw new Error('There is no such screen.')
  return screen
}

function addAnswer(
  sheet: SittingAnswers,
  item: number,
  block: readonly string[],
  best = block[0],
  worst = block[3],
): void {
  sheet.core.set(item, { item, value: { block, best, worst }, seq: item })
}

describe('a Focus answer', () => {
  test.each([[1], [5]])('can be %i', (value) => expect(answerErrorOf('focus', 1, value)).toBeUndefined())
  test.each([[0], [6], [2.5], [Number.NaN]])("can't be %d", (value) =>
    expect(answerErrorOf('focus', 1, value)).toBe('expected a whole number from 1 to 5'),
  )
  test("can't be a choice", () => {
    expect(answerErrorOf('focus', 1, { most: 'D', least: 'I' })).toBe('expected a whole number from 1 to 5')
  })
  test.each([[0], [121]])('of the nonexistent item %i is refused', (item) =>
    expect(answerErrorOf('focus', item, 3)).toBe('no such item'),
  )
})

describe('a DISC answer', () => {
  test('names two different letters', () => {
    expect(answerErrorOf('disc', 24, { most: 'D', least: 'C' })).toBeUndefined()
    expect(answerErrorOf('disc', 1, { most: 'D', least: 'D' })).toBe('most and least must differ')
  })
  test('is neither a number nor a Core screen', () => {
    expect(answerErrorOf('disc', 1, 3)).toBe('expected a choice of most and least')
    expect(answerErrorOf('disc', 1, { block: [], best: 'a', worst: 'b' })).toBe('expected most and least')
    expect(answerErrorOf('disc', 25, { most: 'D', least: 'C' })).toBe('no such item')
  })
})

describe('a Core answer', () => {
  const sheet = coreSheet(3)
  const block = screenOf(sheet, 4)
  const [best = '', second = '', , worst = ''] = block

  test('fits the screen that follows from earlier answers', () => {
    expect(answerErrorOf('core', 4, { block, best, worst }, sheet)).toBeUndefined()
    expect(answerErrorOf('core', 4, { block: block.toReversed(), best, worst }, sheet)).toBeUndefined()
  })
  test("can't skip an earlier screen", () => {
    expect(answerErrorOf('core', 5, { block, best, worst }, sheet)).toBe('an earlier screen is not answered')
  })
  test("can't be for a screen with other values", () => {
    const other = coreDesign.values.map(({ key }) => key).find((key) => !block.includes(key)) ?? ''
    const otherBlock = [best, second, other, worst]
    expect(answerErrorOf('core', 4, { block: otherBlock, best, worst }, sheet)).toBe(
      'this screen shows other values now',
    )
    expect(answerErrorOf('core', 4, { block: [best, best, best, best], best, worst }, sheet)).toBe(
      'this screen shows other values now',
    )
  })
  test('names two different values of the screen', () => {
    expect(answerErrorOf('core', 4, { block, best, worst: best }, sheet)).toBe('most and least must differ')
    expect(answerErrorOf('core', 4, { block, best: 'elsewhere', worst }, sheet)).toBe(
      'not a value of the screen',
    )
    expect(answerErrorOf('core', 4, { most: 'D', least: 'C' }, sheet)).toBe('expected block, best and worst')
  })
})

describe('an answer sheet', () => {
  test('is complete when every item of the assessment is answered', () => {
    const sheet = emptySittingAnswers()
    for (let item = 1; item <= 119; item += 1) sheet.focus.set(item, { item, value: 3, seq: item })
    expect(isFullyAnswered('focus', sheet, coreDesign)).toBe(false)
    sheet.focus.set(120, { item: 120, value: 3, seq: 120 })
    expect(isFullyAnswered('focus', sheet, coreDesign)).toBe(true)
    expect(isFullyAnswered('disc', sheet, coreDesign)).toBe(false)
  })

  test('of Core is complete after 21 screens without a gap', () => {
    const sheet = coreSheet(21)
    expect(isFullyAnswered('core', sheet, coreDesign)).toBe(true)
    sheet.core.delete(10)
    expect(coreAnswersIn(sheet, coreDesign)).toHaveLength(9)
    expect(isFullyAnswered('core', sheet, coreDesign)).toBe(false)
  })

  test('returns Focus answers by item, with null for missing ones', () => {
    const sheet = emptySittingAnswers()
    sheet.focus.set(2, { item: 2, value: 5, seq: 1 })
    expect(focusAnswersIn(sheet).slice(0, 3)).toEqual([null, 5, null])
    expect(focusAnswersIn(sheet)).toHaveLength(120)
  })

  test('returns DISC choices by block number, not in the order of answering', () => {
    const sheet = emptySittingAnswers()
    sheet.disc.set(2, { item: 2, value: { most: 'S', least: 'C' }, seq: 1 })
    sheet.disc.set(1, { item: 1, value: { most: 'D', least: 'I' }, seq: 2 })
    expect(discAnswersIn(sheet).map(({ most }) => most)).toEqual(['D', 'S'])
  })
})
