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

const misfitOf = (
  assessment: AssessmentId,
  item: number,
  value: AnswerValue,
  sheet = emptySittingAnswers(),
) => findAnswerError(assessment, item, value, sheet, coreDesign)

/** A sheet with so many screens of Core answered: always the first value best and the last one worst. */
function coreSheet(count: number): SittingAnswers {
  const sheet = emptySittingAnswers()
  for (let item = 1; item <= count; item += 1) give(sheet, item, screenOf(sheet, item))
  return sheet
}

function screenOf(sheet: SittingAnswers, item: number): readonly string[] {
  const screen = nextScreen(coreAnswersIn(sheet, coreDesign).slice(0, item - 1), coreDesign)
  if (!screen) throw new Error('There is no such screen.')
  return screen
}

function give(
  sheet: SittingAnswers,
  item: number,
  block: readonly string[],
  best = block[0],
  worst = block[3],
): void {
  sheet.core.set(item, { item, value: { block, best, worst }, seq: item })
}

describe('an answer to Focus', () => {
  test.each([[1], [5]])('may be %i', (value) => expect(misfitOf('focus', 1, value)).toBeUndefined())
  test.each([[0], [6], [2.5], [Number.NaN]])('may not be %d', (value) =>
    expect(misfitOf('focus', 1, value)).toBe('expected a whole number from 1 to 5'),
  )
  test('may not be a choice', () => {
    expect(misfitOf('focus', 1, { most: 'D', least: 'I' })).toBe('expected a whole number from 1 to 5')
  })
  test.each([[0], [121]])('has no item %i', (item) => expect(misfitOf('focus', item, 3)).toBe('no such item'))
})

describe('an answer to DISC', () => {
  test('names two different letters', () => {
    expect(misfitOf('disc', 24, { most: 'D', least: 'C' })).toBeUndefined()
    expect(misfitOf('disc', 1, { most: 'D', least: 'D' })).toBe('most and least must differ')
  })
  test('is not a number, nor a screen of Core', () => {
    expect(misfitOf('disc', 1, 3)).toBe('expected a choice of most and least')
    expect(misfitOf('disc', 1, { block: [], best: 'a', worst: 'b' })).toBe('expected most and least')
    expect(misfitOf('disc', 25, { most: 'D', least: 'C' })).toBe('no such item')
  })
})

describe('an answer to Core', () => {
  const sheet = coreSheet(3)
  const block = screenOf(sheet, 4)
  const [best = '', second = '', , worst = ''] = block

  test('fits the screen that follows from the answers before', () => {
    expect(misfitOf('core', 4, { block, best, worst }, sheet)).toBeUndefined()
    expect(misfitOf('core', 4, { block: block.toReversed(), best, worst }, sheet)).toBeUndefined()
  })
  test('cannot come before its turn', () => {
    expect(misfitOf('core', 5, { block, best, worst }, sheet)).toBe('an earlier screen is not answered')
  })
  test('cannot be given to a screen that shows other values', () => {
    const other = coreDesign.values.map(({ key }) => key).find((key) => !block.includes(key)) ?? ''
    const strange = [best, second, other, worst]
    expect(misfitOf('core', 4, { block: strange, best, worst }, sheet)).toBe(
      'this screen shows other values now',
    )
    expect(misfitOf('core', 4, { block: [best, best, best, best], best, worst }, sheet)).toBe(
      'this screen shows other values now',
    )
  })
  test('names two different values of the screen', () => {
    expect(misfitOf('core', 4, { block, best, worst: best }, sheet)).toBe('most and least must differ')
    expect(misfitOf('core', 4, { block, best: 'elsewhere', worst }, sheet)).toBe('not a value of the screen')
    expect(misfitOf('core', 4, { most: 'D', least: 'C' }, sheet)).toBe('expected block, best and worst')
  })
})

describe('a sheet', () => {
  test('is full when every item of the assessment is answered', () => {
    const sheet = emptySittingAnswers()
    for (let item = 1; item <= 119; item += 1) sheet.focus.set(item, { item, value: 3, seq: item })
    expect(isFullyAnswered('focus', sheet, coreDesign)).toBe(false)
    sheet.focus.set(120, { item: 120, value: 3, seq: 120 })
    expect(isFullyAnswered('focus', sheet, coreDesign)).toBe(true)
    expect(isFullyAnswered('disc', sheet, coreDesign)).toBe(false)
  })

  test('of Core is full after 21 screens, and not across a gap', () => {
    const sheet = coreSheet(21)
    expect(isFullyAnswered('core', sheet, coreDesign)).toBe(true)
    sheet.core.delete(10)
    expect(coreAnswersIn(sheet, coreDesign)).toHaveLength(9)
    expect(isFullyAnswered('core', sheet, coreDesign)).toBe(false)
  })

  test('gives the answers of Focus by item, with null where there is none', () => {
    const sheet = emptySittingAnswers()
    sheet.focus.set(2, { item: 2, value: 5, seq: 1 })
    expect(focusAnswersIn(sheet).slice(0, 3)).toEqual([null, 5, null])
    expect(focusAnswersIn(sheet)).toHaveLength(120)
  })

  test('gives the choices of DISC by the number of the block, not in the order of answering', () => {
    const sheet = emptySittingAnswers()
    sheet.disc.set(2, { item: 2, value: { most: 'S', least: 'C' }, seq: 1 })
    sheet.disc.set(1, { item: 1, value: { most: 'D', least: 'I' }, seq: 2 })
    expect(discAnswersIn(sheet).map(({ most }) => most)).toEqual(['D', 'S'])
  })
})
