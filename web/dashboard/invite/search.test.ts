import { expect, test } from 'vitest'
import { readInviteSearch } from './search.ts'

test('the address names a tag and the way, and what cannot be is left out', () => {
  expect(readInviteSearch({ tagId: '6a0f', by: 'link' })).toEqual({ tagId: '6a0f', by: 'link' })
  expect(readInviteSearch({ tagId: ['a'], by: 'post', other: 1 })).toEqual({})
  expect(readInviteSearch({ tagId: 'a b' })).toEqual({})
})
