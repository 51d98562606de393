import { beforeAll, describe, expect, test } from 'vitest'
import { newPublicId } from '../../src/platform/ids.ts'
import { expectEnvelope } from '../support/envelope.ts'
import { type Json, startTestService, type TestAccount, type TestService } from '../support/service.ts'

let running: TestService
let account: TestAccount
beforeAll(async () => {
  running = await startTestService()
  account = await running.account()
})

const list = (query = '', by = account) => by.call('GET', `/profiles${query}`)
const ids = (answer: { body: Json }): string[] => answer.body.profiles.map((profile: Json) => profile.id)

describe('filters', () => {
  const people: Record<string, string> = {}
  beforeAll(async () => {
    for (const name of ['ada', 'kim']) {
      people[name] = (await account.call('POST', '/profile', { firstName: name })).body.profile.id
    }
  })

  test('profileIds: existing ones in the order of the list, others silently left out', async () => {
    const other = await running.account()
    const foreign = (await other.call('POST', '/profile', { firstName: 'Foreign' })).body.profile.id
    const answer = await list(
      `?profileIds=${people.ada},${newPublicId()},%20${people.kim},${foreign},${people.ada}`,
    )
    expect(ids(answer)).toEqual([people.kim, people.ada])
    expect(answer.body.pagination.total).toBe(2)
    expect(ids(await list('?profileIds='))).toEqual([])
  })

  test('a tag or an alias of another account matches nothing', { tags: 'long' }, async () => {
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

  test('customIds match byte for byte, including blanks and commas', async () => {
    const other = await running.account()
    for (const customId of [' spaced', 'spaced', 'one, two', 'back\\slash']) {
      const { body } = await other.call('POST', '/profile', { firstName: 'Kim', customId })
      const escaped = customId.replaceAll('\\', '\\\\').replaceAll(',', '\\,')
      const found = await list(`?customIds=${encodeURIComponent(`nobody,${escaped}`)}`, other)
      expect(ids(found), customId).toEqual([body.profile.id])
    }
    expect(ids(await list('?customIds=one,%20two', other))).toEqual([])
  })

  test('startedAfter and startedBefore include the instant itself, in any time zone', async () => {
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
