import { beforeAll, describe, expect, test } from 'vitest'
import { newPublicId } from '../../src/platform/ids.ts'
import { comparable, expectEnvelope } from '../support/envelope.ts'
import {
  callAs,
  type Json,
  signIn,
  startTestService,
  type TestAccount,
  type TestService,
} from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'

let running: TestService
let tables: Tables
let account: TestAccount
let other: TestAccount
beforeAll(async () => {
  running = await startTestService()
  tables = await openTables(running.db)
  account = await running.account()
  other = await running.account()
})

const create = async (label: string, color = 'blue', by = account): Promise<Json> =>
  (await by.call('POST', '/tag', { label, color })).body.tag
const labels = (answer: { body: Json }): string[] => answer.body.tags.map((tag: Json) => tag.label)
const audited = (id: string) =>
  tables.rows<{ action: string; target_type: string; changes: Json }>(
    'select action, target_type, changes from audit_entry where target_id = $1 order by seq',
    [id],
  )

describe('POST /tag', () => {
  test('201 with the whole tag, trimmed, audited by field names', async () => {
    const answer = await account.call('POST', '/tag', { label: '  Sales \u202eteam ', color: 'emerald' })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      code: 201,
      status: 'success',
      tag: {
        id: expect.stringMatching(/^[0-9a-f]{24}$/),
        createdAt: expect.stringMatching(/Z$/),
        updatedAt: answer.body.tag.createdAt,
        label: 'Sales team',
        color: 'emerald',
        profiles: [],
      },
    })
    const { id } = answer.body.tag
    expect((await account.call('GET', `/tag/${id}`)).body.tag).toEqual(answer.body.tag)
    expect(await audited(id)).toEqual([
      { action: 'create_tag', target_type: 'tag', changes: { fields: ['color', 'label'] } },
    ])
  })

  test('201 for a label that another tag has', { tags: 'long' }, async () => {
    const [one, two] = [await create('Twin'), await create('Twin')]
    expect(one.id).not.toBe(two.id)
    expect(labels(await account.call('GET', '/tags?search=twin'))).toEqual(['Twin', 'Twin'])
  })

  test.each([
    ["'; drop table tag; --"],
    ['<script>alert(1)</script>'],
    ['%_\\"'],
    ['{{7*7}}'],
    ['../../etc/passwd'],
    ['=cmd|calc'],
    ['亚洲销售组'],
    ['👩‍👩‍👧 家族'],
    ['😀'.repeat(60)],
    ['null'],
    ['__proto__'],
  ])('201 for the label %j, which is returned as sent', async (label) => {
    const tag = await create(label)
    expect(tag.label).toBe(label)
    const found = await account.call('GET', `/tags?limit=100&search=${encodeURIComponent(label)}`)
    expect(found.body.tags.map((one: Json) => one.id)).toEqual([tag.id])
    expect((await account.call('DELETE', `/tag/${tag.id}`)).status).toBe(204)
  })

  test('400 for any other input, without effect', { tags: 'long' }, async () => {
    await tables.expectUnchanged(async () => {
      for (const body of [
        {},
        { label: 'Team' },
        { color: 'blue' },
        { label: '', color: 'blue' },
        { label: ' \u3000\u200b', color: 'blue' },
        { label: 'x'.repeat(61), color: 'blue' },
        { label: 'a\nb', color: 'blue' },
        { label: 'a\0b', color: 'blue' },
        { label: 'a\ud800', color: 'blue' },
        { label: ['Team'], color: 'blue' },
        { label: null, color: 'blue' },
        { label: 'Team', color: 'green' },
        { label: 'Team', color: 'Blue' },
        { label: 'Team', color: null },
        { label: 'Team', color: 'blue', id: newPublicId() },
        { label: 'Team', color: 'blue', profiles: [] },
        { label: 'Team', color: 'blue', accountId: other.id },
      ]) {
        const answer = await account.call('POST', '/tag', body)
        expect(answer.status, JSON.stringify(body)).toBe(400)
        expectEnvelope(answer, JSON.stringify(body))
      }
    })
  })

  test('lists the available colors', { tags: 'long' }, async () => {
    const { body } = await account.call('POST', '/tag', { label: 'Team', color: 'green' })
    expect(body.error).toMatchObject({
      param: 'color',
      message: expect.stringContaining('emerald, red, yellow'),
    })
  })
})

describe('PATCH /tag/{tagId}', () => {
  test('200 changes the given fields and keeps the rest', async () => {
    const tag = await create('Before', 'red')
    const renamed = await account.call('PATCH', `/tag/${tag.id}`, { label: ' After ' })
    expect(renamed.status).toBe(200)
    expect(renamed.body.tag).toEqual({ ...tag, label: 'After', updatedAt: renamed.body.tag.updatedAt })
    expect(renamed.body.tag.updatedAt >= tag.updatedAt).toBe(true)
    const recolored = await account.call('PATCH', `/tag/${tag.id}`, { color: 'zinc' })
    expect(recolored.body.tag).toMatchObject({ label: 'After', color: 'zinc' })
    expect((await account.call('GET', `/tag/${tag.id}`)).body.tag).toEqual(recolored.body.tag)
    expect((await account.call('GET', '/tags?search=Before')).body.tags).toEqual([])
    expect(await audited(tag.id)).toEqual([
      expect.objectContaining({ action: 'create_tag' }),
      { action: 'update_tag', target_type: 'tag', changes: { fields: ['label'] } },
      { action: 'update_tag', target_type: 'tag', changes: { fields: ['color'] } },
    ])
  })

  test('200 without a difference has no effect', { tags: 'long' }, async () => {
    const tag = await create('Same', 'pink')
    await tables.expectUnchanged(async () => {
      const answer = await account.call('PATCH', `/tag/${tag.id}`, { label: 'Same ', color: 'pink' })
      expect(answer.status).toBe(200)
      expect(answer.body.tag).toEqual(tag)
    })
  })

  test('400 for empty or invalid input, without effect', { tags: 'long' }, async () => {
    const { id } = await create('Steady')
    await tables.expectUnchanged(async () => {
      for (const body of [
        {},
        { label: null },
        { label: '\t' },
        { color: '' },
        { label: 'Fine', color: 'mauve' },
        { label: 'Fine', profiles: null },
        { label: 'Fine', profiles: ['x'] },
        { label: 'Fine', profileIds: [] },
        { label: 'Fine', tagId: id },
      ]) {
        const answer = await account.call('PATCH', `/tag/${id}`, body)
        expect(answer.status, JSON.stringify(body)).toBe(400)
        expectEnvelope(answer, JSON.stringify(body))
      }
    })
  })
})

describe('DELETE /tag/{tagId}', () => {
  test('204 removes it from every profile, removes its aliases, and is 404 from then on', async () => {
    const tag = await create('Gone')
    const { body } = await account.call('POST', '/profile', { firstName: 'Tagged', tagIds: [tag.id] })
    await account.call('POST', '/resource-alias', {
      resourceType: 'tag',
      resourceId: tag.id,
      consumerKey: 'crm',
    })
    const deleted = await account.call('DELETE', `/tag/${tag.id}`)
    expect(deleted.status).toBe(204)
    expect(deleted.text).toBe('')
    const profile = await account.call('GET', `/profile/${body.profile.id}?includeTags=true`)
    expect(profile.body.profile.tags).toEqual([])
    const left = Object.keys(await tables.holding(tag.id))
    expect(left).toEqual(['audit_entry', 'event'])
    expect((await audited(tag.id)).at(-1)).toEqual({ action: 'delete_tag', target_type: 'tag', changes: {} })
    await tables.expectUnchanged(async () => {
      for (const method of ['DELETE', 'GET'])
        expect((await account.call(method, `/tag/${tag.id}`)).status).toBe(404)
    })
  })

  test('twenty concurrent ones: one 204 and nineteen 404', { tags: 'long' }, async () => {
    const { id } = await create('Fought over')
    const answers = await Promise.all(Array.from({ length: 20 }, () => account.call('DELETE', `/tag/${id}`)))
    expect(answers.map((answer) => answer.status).sort()).toEqual([204, ...Array(19).fill(404)])
    expect((await audited(id)).map((entry) => entry.action)).toEqual(['create_tag', 'delete_tag'])
  })
})

describe('GET /tags', () => {
  test('200 in the order of the labels, ignoring case and accents, in pages', async () => {
    const own = await running.account()
    for (const label of ['zebra', 'Äpfel', 'apple', 'Zürich', 'beta', 'Émile', '1st'])
      await create(label, 'red', own)
    const sorted = ['1st', 'Äpfel', 'apple', 'beta', 'Émile', 'zebra', 'Zürich']
    expect(labels(await own.call('GET', '/tags'))).toEqual(sorted)
    const page = await own.call('GET', '/tags?limit=3&page=2')
    expect(labels(page)).toEqual(sorted.slice(3, 6))
    expect(page.body.pagination).toEqual({ page: 2, limit: 3, total: 7, totalPages: 3, hasMore: true })
    expect(page.headers.get('link')).toContain('rel="next"')
    const cursor = /after=([^>&]+)/.exec(page.headers.get('link') ?? '')?.[1]
    await create('Erle', 'red', own)
    const rest = await own.call('GET', `/tags?limit=3&after=${cursor}`)
    expect(labels(rest)).toEqual(['Zürich'])
    expect(rest.body.pagination).toEqual({ page: 3, limit: 3, total: 8, totalPages: 3, hasMore: false })
    expect((await own.call('GET', `/tags?after=${cursor}&page=3`)).status).toBe(400)
    expect((await account.call('GET', `/tags?after=${cursor}`)).status).toBe(400)
    const past = await own.call('GET', '/tags?limit=3&page=9')
    expect(past.status).toBe(200)
    expect(past.body).toMatchObject({ tags: [], pagination: { total: 8, hasMore: false } })
  })

  test('200 matches all words of the search in any order, with wildcards and quotes taken literally', async () => {
    const own = await running.account()
    for (const label of ['Team Zürich', 'team Genève', '100% done', 'a_b', "it's", 'back\\slash', '销售团队'])
      await create(label, 'red', own)
    const found = async (search: string) => {
      const answer = await own.call('GET', `/tags?search=${encodeURIComponent(search)}`)
      expect(answer.status, search).toBe(200)
      expect(answer.body.pagination.total, search).toBe(answer.body.tags.length)
      return labels(answer)
    }
    expect(await found('TEAM')).toEqual(['team Genève', 'Team Zürich'])
    expect(await found('zurich team')).toEqual(['Team Zürich'])
    expect(await found('Gene\u0300ve')).toEqual(['team Genève'])
    expect(await found('销售')).toEqual(['销售团队'])
    expect(await found('%')).toEqual(['100% done'])
    expect(await found('_')).toEqual(['a_b'])
    expect(await found("'")).toEqual(["it's"])
    expect(await found('\\')).toEqual(['back\\slash'])
    expect(await found("' or 1=1 --")).toEqual([])
    expect(await found('nothing like it')).toEqual([])
    expect(await found('')).toHaveLength(7)
    expect(await found('\u0301')).toEqual([])
  })

  test('a tag is found by its new label after a change, and no longer by the old one', async () => {
    const own = await running.account()
    const { id } = await create('Old', 'red', own)
    await own.call('PATCH', `/tag/${id}`, { label: 'Ñew' })
    expect(labels(await own.call('GET', '/tags?search=new'))).toEqual(['Ñew'])
    expect(labels(await own.call('GET', '/tags?search=old'))).toEqual([])
  })

  test('400 for unknown parameters', { tags: 'long' }, async () => {
    for (const query of [
      'limit=0',
      'limit=101',
      'page=0',
      'page=x',
      `search=${'x'.repeat(101)}`,
      'label=x',
      'serch=x',
    ]) {
      const answer = await account.call('GET', `/tags?${query}`)
      expect(answer.status, query).toBe(400)
      expectEnvelope(answer, query)
    }
    expect((await account.call('GET', '/tags?serch=x')).body.error.message).toContain('"search"')
  })

  test('never shows a tag of another account', { tags: 'long' }, async () => {
    const secret = await create('Secret of another', 'red', other)
    const answer = await account.call('GET', '/tags?limit=100')
    expect(answer.text).not.toContain(secret.id)
    expect((await account.call('GET', '/tags?search=Secret')).body.pagination.total).toBe(0)
  })
})

describe('a tag that is not on the account', () => {
  const requests: [string, string, unknown?][] = [
    ['GET', ''],
    ['PATCH', '', { label: 'Taken over' }],
    ['PATCH', '', { profiles: [] }],
    ['DELETE', ''],
    ['PUT', '/profiles', { profileIds: [] }],
    ['POST', '/profiles', { profileIds: [] }],
    ['DELETE', '/profiles', { profileIds: [] }],
  ]
  test.each(requests)(
    '%s%s is 404, byte for byte the same for foreign and unknown, without effect',
    async (method, path, body) => {
      const foreign = await create('Foreign', 'red', other)
      await tables.expectUnchanged(async () => {
        const [one, two] = [
          await account.call(method, `/tag/${foreign.id}${path}`, body),
          await account.call(method, `/tag/${newPublicId()}${path}`, body),
        ]
        expect(one.status).toBe(404)
        expect(one.body.error).toMatchObject({ message: 'Tag not found.', code: 'tag_not_found' })
        expect(comparable(one.text)).toBe(comparable(two.text))
      })
    },
  )

  test.each(requests)('%s%s is 400 for a malformed id', { tags: 'long' }, async (method, path, body) => {
    for (const wrong of ['x', 'A'.repeat(24), `${newPublicId()}0`, '%20', "'%20or%201=1--"]) {
      const answer = await account.call(method, `/tag/${wrong}${path}`, body)
      expect(answer.status, wrong).toBe(400)
      expectEnvelope(answer, wrong)
    }
  })
})

test('403 without tags:manage on every operation, and no other scope is enough', {
  tags: 'long',
}, async () => {
  const { id } = await create('Guarded')
  const scopes = 'profiles:read profiles:write account:read account:write'
  const call = callAs(running.baseUrl, await signIn(running.baseUrl, account, scopes))
  await tables.expectUnchanged(async () => {
    for (const [method, path, body] of [
      ['GET', '/tags'],
      ['POST', '/tag', { label: 'X', color: 'red' }],
      ['GET', `/tag/${id}`],
      ['PATCH', `/tag/${id}`, { label: 'X' }],
      ['DELETE', `/tag/${id}`],
      ['PUT', `/tag/${id}/profiles`, { profileIds: [] }],
      ['POST', `/tag/${id}/profiles`, { profileIds: [] }],
      ['DELETE', `/tag/${id}/profiles`, { profileIds: [] }],
    ] as const) {
      const answer = await call(method, path, body)
      expect(answer.status, `${method} ${path}`).toBe(403)
      expect(answer.body.error.code).toBe('insufficient_scope')
    }
  })
})

test('a repeated Idempotency-Key creates one tag and returns the same answer again', {
  tags: 'long',
}, async () => {
  const ask = () =>
    account.call('POST', '/tag', { label: 'Once', color: 'red' }, { 'idempotency-key': 'tag-once' })
  const answers = await Promise.all([ask(), ask(), ask()])
  expect(new Set(answers.map((answer) => answer.body.tag.id)).size).toBe(1)
  expect((await account.call('GET', '/tags?search=once')).body.pagination.total).toBe(1)
})
