import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '..')

test('every behaviour of the endpoint for models, 1 to 65, is held by a test that begins with its number', () => {
  const held = new Set(
    globSync('**/*.test.ts', { cwd: folder })
      .filter((file) => !file.endsWith('all-lines.test.ts'))
      .flatMap((file) => numbersIn(readFileSync(join(folder, file), 'utf8'))),
  )
  const lines = Array.from({ length: 65 }, (_, index) => index + 1)
  expect(lines.filter((line) => !held.has(line))).toEqual([])
})

test('a number that is skipped, or that names no test, holds nothing', () => {
  expect(numbersIn(`test('7. a thing', () => {})`)).toEqual([7])
  expect(numbersIn(`test.each([\n  ['a', 1],\n])('8. %s: a thing', () => {})`)).toEqual([8])
  expect(numbersIn(`test.each(places)(\n  '9. a thing',\n  () => {},\n)`)).toEqual([9])
  expect(numbersIn(`describe('60, 61. two things', () => {})`)).toEqual([60, 61])
  expect(numbersIn(`test.skip('9. a thing', () => {})`)).toEqual([])
  expect(numbersIn(`test.todo('9. a thing')`)).toEqual([])
  expect(numbersIn(`test('403 for a thing', () => {})`)).toEqual([])
  expect(numbersIn(`expect('9. a thing').toBe('x')`)).toEqual([])
})

/** The numbers with which names of tests begin: of single ones, of tables and of groups. */
function numbersIn(text: string): number[] {
  const names =
    /(?:\b(?:test|describe)(?:\.each\([^\n]*\))?\(|\]\s*(?:as const)?\s*,?\s*\)\()\s*['"`]((?:\d{1,2},? )*\d{1,2})\.? \S/g
  return [...text.matchAll(names)].flatMap(([, numbers = '']) => numbers.split(/,? /).map(Number))
}
