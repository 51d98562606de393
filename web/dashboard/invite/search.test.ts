import { expect, test } from 'vitest'
import { readInviteSearch } from './search.ts'

test('the address has a tag and the invite method; invalid values are dropped', () => {
  expect(readInviteSearch({ tagId: '6a0f', by: 'link' })).toEqual({ tagId: '6a0f', by: 'link' })
  expect(readInviteSearch({ campaignId: '6a0f' })).toEqual({ campaignId: '6a0f' })
  expect(readInviteSearch({ tagId: ['a'], campaignId: 'a b', by: 'post', other: 1 })).toEqual({})
  expect(readInviteSearch({ tagId: 'a b' })).toEqual({})
})
