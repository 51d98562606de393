import { beforeAll, describe, expect, test } from 'vitest'
import { requestHead, sendRaw } from '../support/raw-http.ts'
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
const cursorOf = (answer: { headers: Headers }) =>
  /after=([^>&]+)/.exec(answer.headers.get('link') ?? '')?.[1] ?? expect.fail('There is no cursor.')
const ids = (answer: { body: Json }): string[] => answer.body.profiles.map((profile: Json) => profile.id)

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
    const link = answer.headers.get('link') ?? ''
    const pages = `<${base}?page=1>; rel="first", <${base}?page=2>; rel="next", <${base}?page=2>; rel="last"`
    expect(link.startsWith(`${pages}, <${base}?after=`)).toBe(true)
    expect(link.slice(pages.length)).toMatch(/^, <[^>]+>; rel="next"$/)
  })

  test('following the links visits every profile once, with the caller’s filters', async () => {
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

  test.each([
    ['/profiles', ''],
    ['/profiles', '&sortProp=name'],
    ['/profiles', '&sortProp=name&sortOrder=descending&search='],
    ['/profiles', '&sortProp=_id&state=pending'],
    ['/pending-profiles', '&isCompleted=false&includeTags=true'],
  ])(
    'following the cursors of %s?%s visits every profile once, in the order of the pages',
    async (path, query) => {
      const wanted = ids(await account.call('GET', `${path}?limit=100${query}`))
      const seen: string[] = []
      let [next, page]: [string | undefined, number] = [`${path}?limit=5${query}`, 1]
      for (; next; page += 1) {
        const answer = await account.call('GET', next)
        seen.push(...ids(answer))
        expect(answer.body.pagination).toEqual({
          page,
          limit: 5,
          total: 12,
          totalPages: 3,
          hasMore: page < 3,
        })
        const links = answer.headers.get('link') ?? ''
        expect(links).not.toMatch(/page=[^>]*after=|after=[^>]*page=/)
        if (page > 1) expect(links).not.toContain('rel="prev"')
        next = /<([^>]+after=[^>]+)>; rel="next"/.exec(links)?.[1]?.replace(running.baseUrl, '')
      }
      expect(page).toBe(4)
      expect(seen).toEqual(wanted)
    },
  )

  test('a page after a cursor starts after its person, also when they are deleted and others are added', async () => {
    const own = await running.account()
    const add = async () => (await own.call('POST', '/profile', { firstName: 'Own' })).body.profile.id
    const added: string[] = []
    for (let count = 0; count < 5; count += 1) added.push(await add())
    await running.db.admin(
      `update profile set created_at = '2026-01-01T00:00:00.123456Z' where account_id = $1`,
      [own.id],
    )
    const sorted = [...added].sort().reverse()
    const first = await list('?limit=2', own)
    expect(ids(first)).toEqual(sorted.slice(0, 2))
    await own.call('DELETE', `/profile/${sorted[1]}`)
    await add()
    expect(ids(await list(`?after=${cursorOf(first)}`, own))).toEqual(sorted.slice(2))
  })

  test('400 for a cursor of another account, order or list, for a broken one, and beside a page', async () => {
    const cursor = cursorOf(await list('?limit=2'))
    const other = await running.account()
    const refused = [
      await list(`?after=${cursor}`, other),
      await list(`?after=${cursor}&sortProp=name`),
      await list(`?after=${cursor}&sortProp=createdAt`),
      await account.call('GET', `/pending-profiles?after=${cursor}`),
      await list(`?after=${cursor}x`),
      await list('?after='),
      await list('?after=2'),
      await list(`?after=${cursor}&page=1`),
    ]
    for (const answer of refused) {
      expect(answer.status).toBe(400)
      expect(answer.body.error).toMatchObject({ code: 'invalid_input', param: 'after' })
    }
    expect((await list(`?after=${cursor}&sortProp=createdAt&sortOrder=descending`)).status).toBe(200)
  })

  test.each([
    ['a time that there is not', ['2026-02-30T00:00:00.000000Z', 'a'.repeat(24)]],
    ['the year 0', ['0000-01-01T00:00:00.000000Z', 'a'.repeat(24)]],
    ['no id', ['2026-02-03T00:00:00.000000Z', "a' or 1=1"]],
    ['nothing', []],
  ])('400 for a cursor that was made up with %s', async (_, key) => {
    const made = JSON.stringify([1, 'profiles', 'createdAt descending', account.id, 2, key])
    const answer = await list(`?after=${Buffer.from(made).toString('base64url')}`)
    expect(answer.status).toBe(400)
  })

  test('a page past the end is 200 and empty, and links back', async () => {
    const answer = await list('?page=900&limit=5')
    expect(answer.status).toBe(200)
    expect(answer.body.profiles).toEqual([])
    expect(answer.body.pagination).toEqual({ page: 900, limit: 5, total: 12, totalPages: 3, hasMore: false })
    expect(answer.headers.get('link')).toMatch(/page=3&limit=5>; rel="prev"/)
  })

  test('an account without profiles has zero pages', { tags: 'long' }, async () => {
    const empty = await running.account()
    const answer = await list('', empty)
    expect(answer.body).toMatchObject({
      profiles: [],
      pagination: { total: 0, totalPages: 0, hasMore: false },
    })
  })

  test('the last full page has no more', { tags: 'long' }, async () => {
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

  test('by name, ignoring case and accents, both ways', async () => {
    const up = keys(await list('?limit=100&sortProp=name'))
    const latin = up.filter((key) =>
      ['ada', 'anna', 'jose', 'strauss', 'robert', 'oconnor'].includes(key ?? ''),
    )
    expect(latin).toEqual(['ada', 'anna', 'jose', 'strauss', 'robert', 'oconnor'])
    expect(keys(await list('?limit=100&sortProp=name&sortOrder=descending'))).toEqual([...up].reverse())
  })

  test('by _id is by id', { tags: 'long' }, async () => {
    const up = ids(await list('?limit=100&sortProp=_id'))
    expect(up).toEqual([...up].sort())
    expect(ids(await list('?limit=100&sortProp=_id&sortOrder=descending'))).toEqual([...up].reverse())
  })

  test('ties follow the id in the direction of the sort', { tags: 'long' }, async () => {
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
