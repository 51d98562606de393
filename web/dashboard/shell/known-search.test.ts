import { expect, test } from 'vitest'
import { readPersonSearch } from '../person/search.ts'
import { knownSearch } from './known-search.ts'

test('parameters that a page does not know, or with values it does not know, have no value', () => {
  const read = knownSearch(readPersonSearch)
  expect(read({ tab: 'nonsense', earlier: 'x', foo: 1 })).toStrictEqual({
    ...{ tab: undefined, earlier: undefined, foo: undefined },
  })
  expect(read({ tab: 'facets', later: '2' })).toStrictEqual({ tab: 'facets', later: 2 })
})
