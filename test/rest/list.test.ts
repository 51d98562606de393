import { beforeAll, describe, expect, test } from 'vitest'
import { newPublicId } from '../../src/platform/ids.ts'
import { expectEnvelope } from '../support/envelope.ts'
import { type Json, startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { requestHead, sendRaw } from '../support/wire.ts'

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

describe('pages', () => {
  test('ten newest first by default, with pagination and links', async () => {
    const answer = await list()
    expect(answer.status).toBe(200)
    expect(Object.keys(answer.body).sort()).toEqual(['code', 'pagination', 'profiles', 'status'])
    expect(ids(answer)).toEqual(
      [...names]
        .reverse()
        .slice(0, 10)
        .map(([key]) => people[key]),
    )
    expect(answer.body.pagination).toEqual({ page: 1, limit: 10, total: 12, totalPages: 2, hasMore: true })
    const base = `${running.url}/api/v4/profiles`
    expect(answer.headers.get('link')).toBe(
      `<${base}?page=1>; rel="first", <${base}?page=2>; rel="next", <${base}?page=2>; rel="last"`,
    )
  })

  test("walking by the links visits every profile once, with the caller's own filters", async () => {
    const seen: string[] = []
    let next: string | undefined = '/profiles?limit=5&sortProp=name&search='
    while (next) {
      const answer = await account.call('GET', next)
      seen.push(...ids(answer))
      const link = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
      next = link?.replace(running.baseUrl, '')
      if (next) expect(next).toContain('sortProp=name')
    }
    expect(seen).toHaveLength(12)
    expect(new Set(seen).size).toBe(12)
  })

  test('a page past the end is 200 and empty, and links back', async () => {
    const answer = await list('?page=900&limit=5')
    expect(answer.status).toBe(200)
    expect(answer.body.profiles).toEqual([])
    expect(answer.body.pagination).toEqual({ page: 900, limit: 5, total: 12, totalPages: 3, hasMore: false })
    expect(answer.headers.get('link')).toMatch(/page=3&limit=5>; rel="prev"/)
  })

  test('an account without profiles has zero pages', async () => {
    const empty = await running.account()
    const answer = await list('', empty)
    expect(answer.body).toMatchObject({
      profiles: [],
      pagination: { total: 0, totalPages: 0, hasMore: false },
    })
  })

  test('the last full page has no more', async () => {
    expect((await list('?limit=4&page=3')).body.pagination).toMatchObject({ totalPages: 3, hasMore: false })
    expect((await list('?limit=4&page=2')).body.pagination).toMatchObject({ hasMore: true })
  })

  test('links never follow the Host header or a target in absolute form', async () => {
    const answer = await sendRaw(
      running.url,
      requestHead('GET', 'http://evil.example.com/api/v4/profiles?limit=1', {
        host: 'evil.example.com',
        'x-forwarded-host': 'evil.example.com',
        authorization: `Bearer ${account.token}`,
      }),
    )
    expect(JSON.stringify(answer)).not.toContain('evil')
  })
})

describe('order', () => {
  const keys = (answer: { body: Json }) =>
    ids(answer).map((id) => Object.keys(people).find((key) => people[key] === id))
  test.each([
    ['?limit=100&sortProp=createdAt', names.map(([key]) => key)],
    ['?limit=100&sortProp=createdAt&sortOrder=descending', names.map(([key]) => key).reverse()],
    ['?limit=100&sortOrder=ascending', names.map(([key]) => key).reverse()],
    ['?limit=100&sortOrder=descending', names.map(([key]) => key).reverse()],
  ])('%s', async (query, expected) => {
    expect(keys(await list(query))).toEqual(expected)
  })

  test('by name, without regard to case and accents, both ways', async () => {
    const up = keys(await list('?limit=100&sortProp=name'))
    const latin = up.filter((key) =>
      ['ada', 'anna', 'jose', 'strauss', 'robert', 'oconnor'].includes(key ?? ''),
    )
    expect(latin).toEqual(['ada', 'anna', 'jose', 'strauss', 'robert', 'oconnor'])
    expect(keys(await list('?limit=100&sortProp=name&sortOrder=descending'))).toEqual([...up].reverse())
  })

  test('by _id is by id', async () => {
    const up = ids(await list('?limit=100&sortProp=_id'))
    expect(up).toEqual([...up].sort())
    expect(ids(await list('?limit=100&sortProp=_id&sortOrder=descending'))).toEqual([...up].reverse())
  })

  test('ties follow the id in the direction of the sort', async () => {
    const ties = await running.account()
    await Promise.all(Array.from({ length: 8 }, () => ties.call('POST', '/profile', { firstName: 'Same' })))
    await running.db.admin(`update profile set created_at = '2026-01-01' where account_id = $1`, [ties.id])
    for (const property of ['name', 'createdAt']) {
      const up = ids(await list(`?sortProp=${property}`, ties))
      expect(up).toEqual([...up].sort())
      expect(ids(await list(`?sortProp=${property}&sortOrder=descending`, ties))).toEqual([...up].reverse())
    }
    const newest = ids(await list('', ties))
    expect(newest).toEqual([...newest].sort().reverse())
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

  test('empty and blank texts filter nothing', async () => {
    expect(await searched('')).toHaveLength(12)
    expect(await searched('   ')).toHaveLength(12)
  })

  test('100 characters of anything are answered, 101 are 400', async () => {
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
      const started = performance.now()
      expect((await list(`?search=${encodeURIComponent(text)}`)).status, text.slice(0, 4)).toBe(200)
      expect(performance.now() - started, text.slice(0, 4)).toBeLessThan(1_000)
    }
    expect((await list(`?search=${'a'.repeat(101)}`)).status).toBe(400)
  })
})

describe('filters', () => {
  test('profileIds: known ones in the order of the list, others silently left out', async () => {
    const other = await running.account()
    const foreign = (await other.call('POST', '/profile', { firstName: 'Foreign' })).body.profile.id
    const answer = await list(
      `?profileIds=${people.ada},${newPublicId()},%20${people.kim},${foreign},${people.ada}`,
    )
    expect(ids(answer)).toEqual([people.kim, people.ada])
    expect(answer.body.pagination.total).toBe(2)
    expect(ids(await list('?profileIds='))).toEqual([])
  })

  test('a tag or an alias of another account finds nothing', async () => {
    const other = await running.account()
    const foreign = newPublicId()
    await running.db.admin(
      `insert into tag (account_id, id, created_at, updated_at, label, color) values ($1, $2, now(), now(), 'T', 'red')`,
      [other.id, foreign],
    )
    const { body } = await other.call('POST', '/profile', {
      firstName: 'F',
      customId: 'theirs',
      tagIds: [foreign],
    })
    expect(body.created).toBe(true)
    expect(ids(await list(`?tagIds=${foreign}`))).toEqual([])
    expect(ids(await list('?customIds=theirs'))).toEqual([])
    expect(ids(await list('?customIds=theirs', other))).toEqual([body.profile.id])
    expect(ids(await list(`?tagIds=${foreign}`, other))).toEqual([body.profile.id])
  })

  test('startedAfter and startedBefore include the instant itself, in any zone', async () => {
    await running.db.admin(`update profile set date_started = '2026-03-01T10:00:00.500Z' where id = $1`, [
      people.ada,
    ])
    const found = async (query: string) => ids(await list(`?${query}`))
    expect(await found('startedAfter=2026-03-01T10:00:00.500Z')).toEqual([people.ada])
    expect(await found('startedAfter=2026-03-01T11:00:00.500%2B01:00')).toEqual([people.ada])
    expect(await found('startedAfter=2026-03-01T10:00:00.501Z')).toEqual([])
    expect(await found('startedBefore=2026-03-01T10:00:00.500Z')).toEqual([people.ada])
    expect(await found('startedBefore=2026-03-01T10:00:00.499Z')).toEqual([])
    expect(await found('startedAfter=2026-03-01&startedBefore=2026-03-02')).toEqual([people.ada])
    expect(await found('startedAfter=2026-03-02&startedBefore=2026-03-01')).toEqual([])
  })
})

describe('400 with the envelope', () => {
  const cases: [string, string, RegExp?][] = [
    ['an unknown parameter', '?foo=1', /Unknown parameter "foo"/],
    ['a slip of the hand', '?pageSize=5', /Unknown parameter "pageSize"/],
    ['a name in another case', '?sortprop=name', /Did you mean "sortProp"/],
    ['a missing letter', '?iscompletd=true', /Did you mean "isCompleted"/],
    ['snake case', '?disc_styles=D', /Did you mean "discStyles"/],
    ['a parameter twice', '?limit=1&limit=2', /twice/],
    ['brackets', '?limit[]=1'],
    ['limit 0', '?limit=0'],
    ['limit 101', '?limit=101'],
    ['limit -1', '?limit=-1'],
    ['limit 1.5', '?limit=1.5'],
    ['limit 1e1', '?limit=1e1'],
    ['limit NaN', '?limit=NaN'],
    ['limit empty', '?limit='],
    ['limit huge', '?limit=1000000000000000000000000'],
    ['page 0', '?page=0'],
    ['page -1', '?page=-1'],
    ['page huge', '?page=1000000000000000000'],
    ['page as hex', '?page=0x1'],
    ['page in other digits', '?page=%D9%A1'],
    ['isCompleted as 1', '?isCompleted=1'],
    ['isCompleted in capitals', '?isCompleted=TRUE'],
    ['isCompleted empty', '?isCompleted='],
    ['includeTags as yes', '?includeTags=yes'],
    ['an unknown sort property', '?sortProp=email'],
    ['SQL as sort property', '?sortProp=_id;--'],
    ['an unknown sort order', '?sortProp=name&sortOrder=desc'],
    ['an unknown state', '?state=deleted'],
    ['an unknown assessment', '?assessmentIds=disc,enneagram'],
    ['an unknown style', '?discStyles=X'],
    ['a style in lower case', '?discStyles=d'],
    ['a style that repeats a letter', '?discStyles=DD'],
    ['a style of four letters', '?discStyles=DISC'],
    ['a malformed profile id', '?profileIds=abc'],
    ['a malformed tag id', '?tagIds=1,2'],
    ['101 profile ids', `?profileIds=${Array.from({ length: 101 }, () => newPublicId()).join(',')}`],
    ['an empty id in a list', `?profileIds=${newPublicId()},`],
    ['a time without a zone', '?startedAfter=2026-01-01T00:00:00'],
    ['a time in words', '?startedAfter=yesterday'],
    ['30 February', '?startedBefore=2026-02-30'],
    ['31 April at noon', '?startedBefore=2026-04-31T12:00:00Z'],
    ['month 13', '?startedBefore=2026-13-01'],
    ['year 0000', '?startedAfter=0000-01-01'],
    ['an unencoded plus', '?startedAfter=2026-01-01T00:00:00+01:00'],
    ['NUL in the search', '?search=a%00b'],
    ['NUL in a list', '?customIds=a%00b'],
    ['__proto__', '?__proto__=1', /Unknown parameter "__proto__"/],
    ['constructor', '?constructor=1', /Unknown parameter "constructor"/],
    ['an account', '?accountId=1'],
    ['a token', '?access_token=x'],
  ]
  test.each(cases)('%s', async (label, query, message) => {
    const answer = await list(query)
    expect(answer.status, answer.text.slice(0, 200)).toBe(400)
    expectEnvelope(answer, label)
    if (message) expect(answer.body.error.message).toMatch(message)
  })

  test('five hundred parameters', async () => {
    const answer = await list(`?${Array.from({ length: 500 }, (_, at) => `p${at}=1`).join('&')}`)
    expect(answer.status).toBe(400)
    expectEnvelope(answer, '500 parameters')
  })
})
