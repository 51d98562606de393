import { beforeAll, describe, expect, test } from 'vitest'
import { type Json, startTestService, type TestAccount, type TestService } from '../support/service.ts'

let running: TestService
let account: TestAccount
const people: Record<string, string> = {}

const names: [string, string, string][] = [
  ['ada', 'Ada', 'Lovelace'],
  ['jose', 'José', 'Núñez'],
  ['strauss', 'Karl', 'Strauß'],
  ['oconnor', 'Sinéad', "O'Connor"],
  ['percent', '100%', 'Real_Name'],
  ['backslash', 'Back\\slash', 'Quote"d'],
  ['li', '小龙', '李'],
  ['tanaka', '太郎', '田中'],
  ['kim', '민준', '김'],
  ['robert', 'Robert', 'Johnson'],
  ['anna', 'Anna', 'Annason'],
  ['emoji', '🙂', '—'],
]

beforeAll(async () => {
  running = await startTestService()
  account = await running.account()
  for (const [key, firstName, lastName] of names) {
    const answer = await account.call('POST', '/profile', { firstName, lastName })
    people[key] = answer.body.profile.id
  }
})

const list = (query = '', by = account) => by.call('GET', `/profiles${query}`)
const ids = (answer: { body: Json }): string[] => answer.body.profiles.map((profile: Json) => profile.id)

async function searched(text: string): Promise<string[]> {
  const answer = await list(`?limit=100&search=${encodeURIComponent(text)}`)
  expect(answer.status, text).toBe(200)
  const found = ids(answer)
  return Object.keys(people).filter((key) => found.includes(people[key] ?? ''))
}

describe('search by address', () => {
  let own: TestAccount
  beforeAll(async () => {
    own = await running.account()
    const added = [
      { email: 'kofi@northwind.test', phone: '+4915112345678', customId: 'EMP-0042' },
      { firstName: 'Kofi', lastName: 'Mensah', email: 'k_m@northwind.test' },
      { firstName: 'Noor', email: 'km@northwind.test', customId: 'EMP-0043' },
    ]
    for (const person of added) expect((await own.call('POST', '/profile', person)).status).toBe(201)
  })

  test.each([
    ['kofi@northwind.test', ['kofi@northwind.test']],
    ['KOFI@north', ['kofi@northwind.test']],
    ['kofi', ['k_m@northwind.test', 'kofi@northwind.test']],
    ['k_m@', ['k_m@northwind.test']],
    ['northwind.test', ['k_m@northwind.test', 'km@northwind.test', 'kofi@northwind.test']],
    ['@NORTH', ['k_m@northwind.test', 'km@northwind.test', 'kofi@northwind.test']],
    ['@wind', []],
    ['+49 151 1234', ['kofi@northwind.test']],
    ['0049 (151) 123-45', ['kofi@northwind.test']],
    ['0151 12345678', ['kofi@northwind.test']],
    ['+49 30', []],
    ['EMP-0042', ['kofi@northwind.test']],
    ['EMP-00', ['km@northwind.test', 'kofi@northwind.test']],
    ['k%@', []],
  ])('%s finds %j', async (text, expected) => {
    const answer = await list(`?search=${encodeURIComponent(text)}`, own)
    expect(answer.body.profiles.map(({ email }: Json) => email).toSorted()).toEqual(expected)
    expect(answer.body.pagination.total).toBe(expected.length)
  })

  test('finds nobody of another account', { tags: 'long' }, async () => {
    expect((await list('?search=kofi%40northwind.test')).body.profiles).toEqual([])
    expect((await list('?search=EMP-0042')).body.profiles).toEqual([])
  })
})

describe('the order of a search', () => {
  let own: TestAccount
  const named = [
    ['Marta', 'Kowalska'],
    ['María', 'Sanz'],
    ['Marta-Lena', 'Voss'],
    ['Martalia', 'Ricci'],
    ['María', 'Rey'],
    ['Maria', 'Bello'],
    ['Martha', 'Kent'],
  ] as const
  beforeAll(async () => {
    own = await running.account()
    for (const [firstName, lastName] of named)
      expect((await own.call('POST', '/profile', { firstName, lastName })).status).toBe(201)
    expect((await own.call('POST', '/profile', { email: 'marta@nearness.test' })).status).toBe(201)
  })

  const nearest = ['Voss', 'Kowalska', null, 'Ricci', 'Kent', 'Bello', 'Rey', 'Sanz']
  const lastNames = (answer: { body: Json }) => answer.body.profiles.map(({ lastName }: Json) => lastName)

  test('whole words come before beginnings, and these before similar words, each newest first', async () => {
    expect(lastNames(await list('?limit=100&search=marta', own))).toEqual(nearest)
    expect(lastNames(await list('?limit=100&search=MARTA%20kowalska', own))).toEqual(['Kowalska'])
    expect(lastNames(await list('?search=marta@nearness.test', own))).toEqual([null])
  })

  test('an order that is asked for is kept', async () => {
    const newest = [null, 'Kent', 'Bello', 'Rey', 'Ricci', 'Voss', 'Sanz', 'Kowalska']
    const query = '?limit=100&search=marta&sortProp=createdAt'
    expect(lastNames(await list(`${query}&sortOrder=descending`, own))).toEqual(newest)
    expect(lastNames(await list(query, own))).toEqual(newest.toReversed())
  })

  test('pages and cursors visit everybody once in that order', async () => {
    for (const limit of [1, 2, 3]) {
      const [byPage, byCursor]: [unknown[], unknown[]] = [[], []]
      for (let page = 1; page <= Math.ceil(8 / limit); page += 1)
        byPage.push(...lastNames(await list(`?search=marta&limit=${limit}&page=${page}`, own)))
      let next: string | undefined = `/profiles?search=marta&limit=${limit}`
      while (next) {
        const answer = await own.call('GET', next)
        byCursor.push(...lastNames(answer))
        expect(answer.body.pagination.total).toBe(8)
        next = cursorLink(answer)
      }
      expect([byPage, byCursor]).toEqual([nearest, nearest])
    }
  })

  test('a walk that began newest first, as searches once were, ends so', async () => {
    const newest = '&sortProp=createdAt&sortOrder=descending'
    const begun = await own.call('GET', `/profiles?search=marta&limit=3${newest}`)
    const rest = await own.call('GET', (cursorLink(begun) ?? '').replace(newest, ''))
    expect(rest.status).toBe(200)
    expect(lastNames(rest)).toEqual(['Rey', 'Ricci', 'Voss'])
  })

  test('a cursor of the order of a search is refused in another one, and so is one that is made up', async () => {
    const link = cursorLink(await own.call('GET', '/profiles?search=marta&limit=3')) ?? ''
    const after = new URLSearchParams(link.split('?')[1]).get('after') ?? ''
    for (const query of ['', '&search=marta&sortProp=name', '&search=%20'])
      expect((await list(`?after=${after}${query}`, own)).status, query).toBe(400)
    const parts = JSON.parse(Buffer.from(after, 'base64url').toString())
    for (const value of ['', '3 2026-01-01T00:00:00.000000Z', '1 now', '1'])
      expect(
        (
          await list(
            `?search=marta&after=${Buffer.from(JSON.stringify([...parts.slice(0, 5), [value, parts[5][1]]])).toString('base64url')}`,
            own,
          )
        ).status,
        value,
      ).toBe(400)
  })

  function cursorLink(answer: { headers: Headers }): string | undefined {
    const link = /<([^>]+after=[^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
    return link?.replace(running.baseUrl, '')
  }
})

describe('search', () => {
  test.each([
    ['Ada', ['ada']],
    ['ada lovelace', ['ada']],
    ['LOVELACE, ADA', ['ada']],
    ['love', ['ada']],
    ['Lovelcae', ['ada']],
    ['Lovelac', ['ada']],
    ['Lovellace', ['ada']],
    ['jose', ['jose']],
    ['José', ['jose']],
    ['Jose\u0301', ['jose']],
    ['nunez', ['jose']],
    ['strauss', ['strauss']],
    ['Strauß', ['strauss']],
    ['STRAUSS karl', ['strauss']],
    ["o'connor", ['oconnor']],
    ['connor', ['oconnor']],
    ['sinead', ['oconnor']],
    ['jhonson', ['robert']],
    ['jonson', ['robert']],
    ['Ann', ['anna']],
    ['anna annason', ['anna']],
    ['李', ['li']],
    ['李小龙', ['li']],
    ['小龙', ['li']],
    ['田中', ['tanaka']],
    ['田中 太郎', ['tanaka']],
    ['田中太郎', ['tanaka']],
    ['太郎田中', ['tanaka']],
    ['郎田', ['tanaka']],
    ['田太', []],
    ['김민준', ['kim']],
    ['민준', ['kim']],
    ['ada strauss', []],
    ['Xyzzy', []],
    ['%', ['percent']],
    ['_', ['percent']],
    ['100%', ['percent']],
    ['Real_Name', ['percent']],
    ['R%t', []],
    ["'", ['oconnor']],
    ['"', ['backslash']],
    ['\\', ['backslash']],
    ['🙂', ['emoji']],
    ["'; drop table profile; --", []],
    ['& | ! <-> :*', []],
    ['()', []],
  ])('%s', async (text, expected) => {
    expect(await searched(text)).toEqual(expected)
  })

  test('empty and blank texts do not filter', async () => {
    expect(await searched('')).toHaveLength(12)
    expect(await searched('   ')).toHaveLength(12)
  })

  test('any 100 characters are answered, 101 are 400', async () => {
    for (const text of [
      'a'.repeat(100),
      'a '.repeat(50),
      '李'.repeat(100),
      '%'.repeat(100),
      '\u{1f642}'.repeat(50),
      '\ufdfa'.repeat(100),
      'é'.repeat(100),
      '\u0301'.repeat(100),
      [...'abcdefghijklmnopqrstuvwxyz0123456789'].join(' '),
      Array.from({ length: 100 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join(''),
    ]) {
      expect((await list(`?search=${encodeURIComponent(text)}`)).status, text.slice(0, 4)).toBe(200)
    }
    expect((await list(`?search=${'a'.repeat(101)}`)).status).toBe(400)
  })
})
