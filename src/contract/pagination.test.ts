import { describe, expect, test } from 'vitest'
import { paginationOf, rowRangeOf } from './pagination.ts'

describe('windowOf', () => {
  test.each([
    [
      { page: 1, limit: 10 },
      { limit: 10, offset: 0 },
    ],
    [
      { page: 3, limit: 7 },
      { limit: 7, offset: 14 },
    ],
  ])('skips the earlier pages: %j', (input, window) => {
    expect(rowRangeOf(input)).toEqual(window)
  })
})

describe('paginationOf', () => {
  test.each([
    ['nothing at all', 1, 0, 0, false],
    ['a page that is not full', 1, 9, 1, false],
    ['a page that is just full', 1, 10, 1, false],
    ['one row more', 1, 11, 2, true],
    ['the last page', 2, 11, 2, false],
    ['a page past the end', 9, 11, 2, false],
  ])('%s', (_, page, total, totalPages, hasMore) => {
    expect(paginationOf({ page, limit: 10 }, total)).toEqual({ page, limit: 10, total, totalPages, hasMore })
  })
})
