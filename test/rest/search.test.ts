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
