import { expect, test } from 'vitest'
import { linksRequest } from './request.ts'
import { readLinksSearch } from './search.ts'

test('reads what it knows and drops the rest', () => {
  expect(readLinksSearch({ show: 'ended', page: '3' })).toEqual({ show: 'ended', page: 3 })
  expect(readLinksSearch({ show: 'all', page: -1, x: 1 })).toEqual({})
})

test('asks for active links unless the others are wanted', () => {
  expect(linksRequest({})).toEqual({ isActive: true, limit: 50, page: 1 })
  expect(linksRequest({ show: 'ended', page: 2 })).toEqual({ isActive: false, limit: 50, page: 2 })
})
