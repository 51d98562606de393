import { createRequire } from 'node:module'
import pg from 'pg'
import { expect, test } from 'vitest'
import { decode } from './decode.ts'
import { encode } from './encode.ts'

const textArray = 1009
const read = decode.getTypeParser(textArray as never, 'text') as (text: string) => unknown
const readByPg = pg.types.getTypeParser(textArray as never) as (text: string) => unknown
const { prepareValue: writeByPg } = createRequire(import.meta.url)('pg/lib/utils.js') as {
  prepareValue: (value: unknown) => unknown
}

test.each([
  '{}',
  '{a}',
  '{6920318e4b1a0c7d2e8f5a63,6920318e4b1a0c7d2e8f5a64}',
  '{a,NULL,"NULL","null"}',
  '{"",a}',
  '{"a,b","a\\"b","a\\\\b","{a}"," a","a\nb"}',
  '{{a,b},{c,d}}',
  '[2:3]={a,b}',
  '{größe,名}',
])('an array of text is read as pg reads it: %s', (text) => {
  expect(read(text)).toEqual(readByPg(text))
})

test.each([
  [[]],
  [['a']],
  [['NULL', 'null', '']],
  [['a,b', '{a}', ' a ', "a'b", 'größe', '名', '\u{1f600}']],
  [[1, -2, 0]],
])('an array that is written means what pg would write: %j', (list) => {
  const written = encode(list)
  expect(written).toBeTypeOf('string')
  expect(readByPg(written as string)).toEqual(readByPg(writeByPg(list) as string))
})

test.each([
  ['quotes and backslashes', ['a"b', 'a\\b']],
  ['control characters', ['a\nb', '\u0001']],
  ['half of a character', ['\ud83d']],
  ['fractions and what is no number', [0.5, Number.NaN]],
  ['lists', [['a'], ['b']]],
  ['dates', [new Date(0)]],
  ['bytes', [Buffer.from('a')]],
  ['nothing', [undefined]],
  ['null', ['a', null]],
])('an array with %s is left to pg', (_, list) => {
  expect(encode(list)).toBe(list)
})

test.each([['a'], [1], [null], [new Date(0)], [Buffer.from('a')], [{ a: 1 }]])('%j is no array', (value) => {
  expect(encode(value)).toBe(value)
})

test('an array of ids is written and read with a few copies of its text', () => {
  const ids = Array.from(
    { length: 20_000 },
    (_, at) => `6920318e4b1a0c7d2e${at.toString(16).padStart(6, '0')}`,
  )
  const stored = `{${ids.join(',')}}`
  expect(read(stored)).toEqual(ids)
  expect(bytesOf(() => encode(ids))).toBeLessThan(3 * 2 ** 20)
  expect(bytesOf(() => read(stored))).toBeLessThan(3 * 2 ** 20)
})

/** What a call adds to the heap; `pg` adds 5 MB for writing these, and 27 MB for reading them. */
function bytesOf(work: () => unknown): number {
  work()
  const before = process.memoryUsage().heapUsed
  work()
  return process.memoryUsage().heapUsed - before
}
