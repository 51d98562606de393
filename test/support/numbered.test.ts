import { expect, test } from 'vitest'
import { numbersIn } from './numbered.ts'

test('a number that is skipped, or that names no test, holds nothing', () => {
  expect(numbersIn(`test('7. a thing', () => {})`)).toEqual([7])
  expect(numbersIn(`test.each([\n  ['a', 1],\n])('8. %s: a thing', () => {})`)).toEqual([8])
  expect(numbersIn(`test.each(places)('9. a thing', () => {})`)).toEqual([9])
  expect(numbersIn(`test.each(places)(\n  '9. a thing',\n  () => {},\n)`)).toEqual([9])
  expect(numbersIn(`describe('60, 61. two things', () => {})`)).toEqual([60, 61])
  expect(numbersIn(`test.skip('9. a thing', () => {})`)).toEqual([])
  expect(numbersIn(`test.todo('9. a thing')`)).toEqual([])
  expect(numbersIn(`test('403 for a thing', () => {})`)).toEqual([])
  expect(numbersIn(`test('50 at once make a thing', () => {})`)).toEqual([])
  expect(numbersIn(`expect('9. a thing').toBe('x')`)).toEqual([])
})
