import { describe, expect, test } from 'vitest'
import { readInput } from '../../contract/input.ts'
import { listProfilesWithResults } from '../../domain/profile/list.ts'
import { readQuery, refuseBrokenEncoding } from './query.ts'

const read = (search: string) => readQuery(listProfilesWithResults.input, new URLSearchParams(search))
const id = 'a'.repeat(24)

describe('readQuery', () => {
  test.each([
    ['limit=20', { limit: 20 }],
    ['limit=-1', { limit: -1 }],
    ['isCompleted=true&includeTags=false', { isCompleted: true, includeTags: false }],
    [`profileIds=${id},${id}`, { profileIds: [id, id] }],
    ['discStyles=D,%20I', { discStyles: ['D', 'I'] }],
    ['tagIds=', { tagIds: [] }],
    ['search=Zo%C3%AB+Kaplan', { search: 'Zoë Kaplan' }],
    ['search=100%25,50', { search: '100%,50' }],
    ['search=', { search: '' }],
    ['startedAfter=2026-11-21T09:00:00%2B01:00', { startedAfter: '2026-11-21T09:00:00+01:00' }],
    ['customIds=crm-1,crm-2', { customIds: ['crm-1', 'crm-2'] }],
    ['customIds=%20lead,a%20', { customIds: [' lead', 'a '] }],
    ['customIds=a%5C,b,c', { customIds: ['a,b', 'c'] }],
    ['customIds=a%5C%5C,b%5Cc', { customIds: ['a\\', 'b\\c'] }],
    ['customIds=a%5C%5C%5C,b', { customIds: ['a\\,b'] }],
    ['customIds=%5C', { customIds: ['\\'] }],
    ['customIds=,a', { customIds: ['', 'a'] }],
    ['customIds=a,,', { customIds: ['a', '', ''] }],
    ['customIds=', { customIds: [] }],
    ['', {}],
  ])('reads ?%s', (search, input) => expect(read(search)).toEqual(input))

  test.each([
    ['limit=ten'],
    ['limit=1.5'],
    ['limit=1e2'],
    ['limit=0x10'],
    ['limit='],
    ['limit=%201'],
    ['isCompleted=yes'],
    ['isCompleted=1'],
    ['isCompleted=TRUE'],
  ])('keeps ?%s as text, which validation refuses', (search) => {
    const input = read(search)
    expect(typeof Object.values(input)[0]).toBe('string')
    expect(() => readInput(listProfilesWithResults.input, input)).toThrow(/^(limit|isCompleted) /)
  })

  test('refuses repeated parameters', () => {
    expect(() => read('limit=1&limit=2')).toThrow('The parameter "limit" is sent twice.')
    expect(() => read('tagIds=a&tagIds=b')).toThrow('The parameter "tagIds" is sent twice.')
  })

  test.each([['constructor=1'], ['toString=1'], ['__proto__=1'], ['hasOwnProperty=1'], ['Limit=1']])(
    'treats ?%s like any other unknown name, which validation refuses',
    (search) =>
      expect(() => readInput(listProfilesWithResults.input, read(search))).toThrow('Unknown parameter'),
  )
})

describe('refuseBrokenEncoding', () => {
  test.each(['search=%zz', 'search=%', 'search=%ff%fe', 'a=1&b=%c0%af', '%=1'])('refuses %s', (search) => {
    expect(() => refuseBrokenEncoding(search)).toThrow('percent-encoded')
  })
  test.each(['', 'search=100%25', 'search=%E7%8E%8B&page=1', 'search=a+b', 'search=%00'])(
    'accepts %s',
    (search) => {
      expect(() => refuseBrokenEncoding(search)).not.toThrow()
    },
  )
})
