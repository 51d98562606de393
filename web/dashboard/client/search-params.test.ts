import { expect, test } from 'vitest'
import { PageNumber } from '../../../src/contract/shapes.ts'
import { dayOf, eventTypeOf, known, listOf, oneOf, pageParam, textParam } from './search-params.ts'

test.each([
  ['a page after the first is kept, as a number or its digits', [2, '3', 1_000_000], [2, 3, 1_000_000]],
  ['the first page is the usual one', [1, '1'], [undefined, undefined]],
  ['no page is dropped', [undefined, null, 0, -2, 1.5, 'x', {}, 1_000_001], Array(8).fill(undefined)],
])('%s', (_, given, read) => {
  expect(given.map(pageParam)).toEqual(read)
})

test('the last page is that of the API', () => {
  expect(PageNumber.safeParse(1_000_000).success).toBe(true)
  expect(PageNumber.safeParse(1_000_001).success).toBe(false)
})

test('days are those that exist', () => {
  for (const day of ['2026-11-21', '2028-02-29', '2150-01-01']) expect(dayOf(day)).toBe(day)
  for (const day of ['2026-02-29', '2026-13-01', '1999-01-01', '2026-1-1', '2026-11-21T00:00', 20261121]) {
    expect(dayOf(day)).toBeUndefined()
  }
})

test('a list has each of its valid values once, up to the most', () => {
  expect(listOf('a,b,a,?', /^[a-z]$/, 9)).toEqual(['a', 'b'])
  expect(listOf(['a', 7, 'b'], /^\w$/, 2)).toEqual(['a', '7'])
  for (const none of [undefined, null, 7, '', '?', [], {}]) expect(listOf(none, /^[a-z]$/, 9)).toBeUndefined()
})

test('texts have their shape, and what was parsed as a number is one of them', () => {
  expect([textParam('a1', /^\w+$/), textParam(17, /^\w+$/)]).toEqual(['a1', '17'])
  expect([textParam('a b', /^\w+$/), textParam(undefined, /^\w+$/)]).toEqual([undefined, undefined])
  expect([eventTypeOf('tag.*'), eventTypeOf('tag'), eventTypeOf(1.5)]).toEqual([
    'tag.*',
    undefined,
    undefined,
  ])
  expect([oneOf('b', ['a', 'b']), oneOf('c', ['a', 'b'])]).toEqual(['b', undefined])
})

test('what is invalid is left out, and false and 0 are not', () => {
  const read = known({ a: undefined, b: false, c: 0 })
  expect(Object.keys(read)).toEqual(['b', 'c'])
})
