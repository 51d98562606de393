import { expect, test } from 'vitest'
import { z } from 'zod'
import { type CursorScope, pageOf, rowsToRead, startOf } from './cursor.ts'
import { Failure } from './failure.ts'

const scope: CursorScope<number> = {
  parameter: 'after',
  list: 'numbers',
  order: 'ascending',
  accountId: 'a'.repeat(24),
  key: z.int().min(1),
}

/** One page of the numbers up to `total`. */
function read(cursor: string | undefined, limit: number, total: number) {
  const start = startOf({ page: undefined, limit, cursor }, scope)
  const { limit: most, offset, after } = rowsToRead(start)
  const all = Array.from({ length: total }, (_, at) => at + 1)
  const rows = all.filter((number) => after === undefined || number > after).slice(offset, offset + most)
  return pageOf(start, { rows, total }, scope, (number) => number)
}

test.each([0, 1, 3, 6, 7])('a walk over %i rows meets each once, and ends', (total) => {
  const seen: number[] = []
  let page = 1
  let answer = read(undefined, 3, total)
  for (; answer.cursor.next !== undefined; page += 1) {
    expect(answer.pagination).toMatchObject({ page, hasMore: true })
    seen.push(...answer.rows)
    answer = read(answer.cursor.next, 3, total)
  }
  seen.push(...answer.rows)
  expect(seen).toEqual(Array.from({ length: total }, (_, at) => at + 1))
  expect(answer.pagination).toEqual({
    page,
    limit: 3,
    total,
    totalPages: Math.ceil(total / 3),
    hasMore: false,
  })
})

test('a cursor of another list, order, account or key, or none at all, is refused', () => {
  const cursor = read(undefined, 1, 2).cursor.next ?? ''
  const message = (text: string, of: CursorScope<unknown>, page?: number) => {
    try {
      startOf({ page, limit: 1, cursor: text }, of)
    } catch (error) {
      return error instanceof Failure && [error.kind, error.param, error.message.slice(0, 30)]
    }
    return 'accepted'
  }
  expect(message(cursor, scope)).toBe('accepted')
  const refused = ['invalid', 'after', 'after is not a cursor of this l'].map((part) => part.slice(0, 30))
  const others: Partial<CursorScope<unknown>>[] = [
    { list: 'letters' },
    { order: 'descending' },
    { accountId: 'b'.repeat(24) },
    { key: z.string() },
  ]
  for (const other of others)
    expect(message(cursor, { ...scope, ...other }), JSON.stringify(other)).toEqual(refused)
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const broken = [
    '',
    'x',
    `${cursor}=`,
    `${cursor} `,
    `${cursor.slice(0, -4)}`,
    'a b',
    encoded({}),
    encoded([2]),
    encoded(null),
  ]
  for (const text of broken) expect(message(text, scope), text).toEqual(refused)
  expect(message(cursor, scope, 1)).toEqual(['invalid', 'after', 'Send either page or after, not'])
})
