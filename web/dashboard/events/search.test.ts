import { describe, expect, test } from 'vitest'
import { eventsRequest } from './request.ts'
import { readEventsSearch } from './search.ts'

const id = '6920a14f0c7d2e8f5a634b1a'

describe('the address of the feed', () => {
  test('keeps types, groups, a person and a place', () => {
    const search = { type: 'profile.completed', profileId: id, before: id }
    expect(readEventsSearch(search)).toEqual(search)
    expect(readEventsSearch({ type: 'profile.*' })).toEqual({ type: 'profile.*' })
  })

  test('drops what is none of them', () => {
    expect(readEventsSearch({ type: 'profile', profileId: 'x', before: 7, other: 1 })).toEqual({})
  })

  test('becomes a request for the newest events first', () => {
    expect(eventsRequest({})).toEqual({ before: 'latest', limit: 50 })
    expect(eventsRequest({ type: 'tag.*', before: id })).toEqual({ before: id, types: ['tag.*'], limit: 50 })
  })
})
