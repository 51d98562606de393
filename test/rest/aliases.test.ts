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
/** No two timestamps are equal, so that a later change has a later time. */
let latest = 0
function clock(): Date {
  latest = Math.max(latest + 1, Date.now())
  return new Date(latest)
}

beforeAll(async () => {
  running = await startTestService({}, { clock })
  tables = await openTables(running.db)
  account = await running.account()
  other = await running.account()
})

const newProfile = async (by = account): Promise<string> =>
  (await by.call('POST', '/profile', { firstName: 'Somebody' })).body.profile.id
const newTag = async (by = account): Promise<string> =>
  (await by.call('POST', '/tag', { label: 'Team', color: 'blue' })).body.tag.id
const post = (resourceId: string, consumerKey: string, resourceType = 'profile', by = account) =>
  by.call('POST', '/resource-alias', { resourceType, resourceId, consumerKey })
const newAlias = async (
  resourceId: string,
  consumerKey: string,
  resourceType = 'profile',
  by = account,
): Promise<Json> => (await post(resourceId, consumerKey, resourceType, by)).body.resourceAlias
const patch = (id: string, body: unknown) => account.call('PATCH', `/resource-alias/${id}`, body)
const profile = async (id: string): Promise<Json> =>
  (await account.call('GET', `/profile/${id}`)).body.profile
const customIds = async (id: string): Promise<string[]> => (await profile(id)).customIds
const audited = (id: string) =>
  tables.rows<{ action: string; target_type: string; changes: Json }>(
    'select action, target_type, changes from audit_entry where target_id = $1 order by seq',
    [id],
  )

/** Keys that must be returned exactly as sent, each different from the others. */
const keys = [
  'crm-7',
  'CRM-7',
  ' crm-7',
  'crm-7 ',
  'a,b',
  '100%',
  '_',
  "'; drop table resource_alias; --",
  '"quoted"',
  '\\',
  'line\nbreak',
  'Jos\u00e9',
  'Jose\u0301',
  '\u200b',
  '😀'.repeat(127),
  'x'.repeat(255),
  'ada@example.com',
]

describe('POST /resource-alias', () => {
  test('201 with the whole alias; the profile shows it and the time of the change', async () => {
    const id = await newProfile()
    const before = await profile(id)
    const answer = await post(id, 'crm-42')
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      code: 201,
      status: 'success',
      resourceAlias: {
        id: expect.stringMatching(/^[0-9a-f]{24}$/),
        createdAt: expect.stringMatching(/Z$/),
        updatedAt: answer.body.resourceAlias.createdAt,
        resourceType: 'profile',
        resourceId: id,
        consumerKey: 'crm-42',
      },
    })
    const after = await profile(id)
    expect(after).toEqual({ ...before, customIds: ['crm-42'], updatedAt: after.updatedAt })
    expect(after.updatedAt > before.updatedAt).toBe(true)
    expect((await account.call('GET', '/profiles?customIds=crm-42')).body.profiles[0].id).toBe(id)
    const { resourceAlias } = answer.body
    expect(await audited(resourceAlias.id)).toEqual([
      {
        action: 'create_resource_alias',
        target_type: 'resource_alias',
        changes: { resourceType: 'profile', resourceId: id },
      },
    ])
    expect((await account.call('GET', `/resource-alias/${resourceAlias.id}`)).body.resourceAlias).toEqual(
      resourceAlias,
    )
  })

  test('201 for a tag, which shows no aliases', { tags: 'long' }, async () => {
    const id = await newTag()
    const before = (await account.call('GET', `/tag/${id}`)).body.tag
    const answer = await post(id, 'team-1', 'tag')
    expect(answer.status).toBe(201)
    expect(answer.body.resourceAlias).toMatchObject({
      resourceType: 'tag',
      resourceId: id,
      consumerKey: 'team-1',
    })
    expect((await account.call('GET', `/tag/${id}`)).body.tag).toEqual(before)
  })

  test('200 if the identical alias exists, without effect', { tags: 'long' }, async () => {
    const [id, tagId] = [await newProfile(), await newTag()]
    for (const [resourceId, type] of [
      [id, 'profile'],
      [tagId, 'tag'],
    ] as const) {
      const standing = await newAlias(resourceId, 'twice', type)
      await tables.expectUnchanged(async () => {
        const again = await post(resourceId, 'twice', type)
        expect(again.status).toBe(200)
        expect(again.body).toEqual({ code: 200, status: 'success', resourceAlias: standing })
      })
    }
  })

  test.each(['profile', 'tag'])(
    'twenty identical concurrent requests for a %s: one 201, nineteen 200, one alias',
    async (type) => {
      const id = type === 'profile' ? await newProfile() : await newTag()
      const answers = await Promise.all(Array.from({ length: 20 }, () => post(id, 'race', type)))
      expect(answers.map((answer) => answer.status).sort()).toEqual([...Array(19).fill(200), 201])
      expect(new Set(answers.map((answer) => JSON.stringify(answer.body.resourceAlias))).size).toBe(1)
      expect(await audited(answers[0]?.body.resourceAlias.id)).toHaveLength(1)
      if (type === 'profile') expect(await customIds(id)).toEqual(['race'])
    },
  )

  test('201 for any key, stored byte for byte, and each found by its exact value only', async () => {
    const id = await newProfile()
    for (const key of keys) {
      const answer = await post(id, key)
      expect(answer.status, key).toBe(201)
      expect(answer.body.resourceAlias.consumerKey).toBe(key)
    }
    expect(await customIds(id)).toEqual(keys)
    for (const key of keys) {
      const found = await account.call(
        'GET',
        `/resource-aliases?resourceId=${id}&consumerKey=${encodeURIComponent(key)}`,
      )
      expect(
        found.body.resourceAliases.map((resourceAlias: Json) => resourceAlias.consumerKey),
        key,
      ).toEqual([key])
    }
  })

  test('201 for one key on many resources, and for a key that another account uses', {
    tags: 'long',
  }, async () => {
    const [one, two, tag] = [await newProfile(), await newProfile(), await newTag()]
    for (const [id, type] of [
      [one, 'profile'],
      [two, 'profile'],
      [tag, 'tag'],
    ] as const)
      expect((await post(id, 'shared', type)).status).toBe(201)
    expect((await post(await newProfile(other), 'shared', 'profile', other)).status).toBe(201)
    const found = await account.call('GET', '/resource-aliases?consumerKey=shared')
    expect(found.body.pagination.total).toBe(3)
  })

  test('404 for a resource of another account, byte for byte as for an unknown one, without effect', {
    tags: 'long',
  }, async () => {
    const [foreignProfile, foreignTag] = [await newProfile(other), await newTag(other)]
    const [ownProfile, ownTag] = [await newProfile(), await newTag()]
    await tables.expectUnchanged(async () => {
      for (const [type, foreign] of [
        ['profile', foreignProfile],
        ['tag', foreignTag],
        ['profile', ownTag],
        ['tag', ownProfile],
      ] as const) {
        const [one, two] = [await post(foreign, 'k', type), await post(newPublicId(), 'k', type)]
        expect(one.status).toBe(404)
        expectEnvelope(one, type)
        expect(one.body.error).toMatchObject({ code: `${type}_not_found`, param: 'resourceId' })
        expect(comparable(one.text)).toBe(comparable(two.text))
      }
    })
  })

  test('400 for any other input, without effect', async () => {
    const resourceId = await newProfile()
    const whole = { resourceType: 'profile', resourceId, consumerKey: 'k' }
    await tables.expectUnchanged(async () => {
      for (const body of [
        {},
        { ...whole, resourceType: undefined },
        { ...whole, resourceId: undefined },
        { ...whole, consumerKey: undefined },
        { ...whole, resourceType: 'account' },
        { ...whole, resourceType: 'Profile' },
        { ...whole, resourceId: 'x' },
        { ...whole, resourceId: resourceId.toUpperCase() },
        { ...whole, consumerKey: '' },
        { ...whole, consumerKey: 'x'.repeat(256) },
        { ...whole, consumerKey: 'a\0b' },
        { ...whole, consumerKey: 'a\ud800' },
        { ...whole, consumerKey: 7 },
        { ...whole, consumerKey: null },
        { ...whole, consumerKey: ['k'] },
        { ...whole, id: newPublicId() },
      ]) {
        const answer = await account.call('POST', '/resource-alias', body)
        expect(answer.status, JSON.stringify(body)).toBe(400)
        expectEnvelope(answer, JSON.stringify(body))
      }
    })
  })
})

describe('PATCH /resource-alias/{resourceAliasId}', () => {
  test('200 changes the key only, and the audit log has neither key', async () => {
    const id = await newProfile()
    const alias = await newAlias(id, 'old-secret-key')
    const answer = await patch(alias.id, { consumerKey: 'new-secret-key' })
    expect(answer.status).toBe(200)
    const { updatedAt } = answer.body.resourceAlias
    expect(answer.body.resourceAlias).toEqual({ ...alias, consumerKey: 'new-secret-key', updatedAt })
    expect(updatedAt > alias.updatedAt).toBe(true)
    expect(await profile(id)).toMatchObject({ customIds: ['new-secret-key'], updatedAt })
    const resource = { resourceType: 'profile', resourceId: id }
    expect((await audited(alias.id)).at(-1)).toEqual({
      action: 'update_resource_alias',
      target_type: 'resource_alias',
      changes: { fields: ['consumerKey'], ...resource, before: resource },
    })
    expect(await tables.holding('secret-key')).not.toHaveProperty('audit_entry')
    expect(await tables.holding('old-secret-key')).toEqual({})
  })

  test('200 moves it to another profile: both show it right away', { tags: 'long' }, async () => {
    const [one, two] = [await newProfile(), await newProfile()]
    const alias = await newAlias(one, 'moving')
    await newAlias(two, 'staying')
    const answer = await patch(alias.id, { resourceId: two })
    expect(answer.status).toBe(200)
    expect(answer.body.resourceAlias).toMatchObject({ resourceId: two, consumerKey: 'moving' })
    expect(await customIds(one)).toEqual([])
    expect((await customIds(two)).sort()).toEqual(['moving', 'staying'])
    for (const id of [one, two])
      expect((await profile(id)).updatedAt).toBe(answer.body.resourceAlias.updatedAt)
    const both = await patch(alias.id, { resourceId: one, consumerKey: 'back' })
    expect(both.body.resourceAlias).toMatchObject({ resourceId: one, consumerKey: 'back' })
    expect(await customIds(one)).toEqual(['back'])
  })

  test('200 if nothing differs, without effect', { tags: 'long' }, async () => {
    const id = await newProfile()
    const alias = await newAlias(id, 'same')
    await tables.expectUnchanged(async () => {
      const answer = await patch(alias.id, { resourceId: id, consumerKey: 'same' })
      expect(answer.status).toBe(200)
      expect(answer.body.resourceAlias).toEqual(alias)
    })
  })

  test('409 for an alias that exists, without effect', async () => {
    const [one, two] = [await newProfile(), await newProfile()]
    const first = await newAlias(one, 'a')
    const second = await newAlias(one, 'b')
    const third = await newAlias(two, 'a')
    await tables.expectUnchanged(async () => {
      for (const answer of [
        await patch(second.id, { consumerKey: 'a' }),
        await patch(third.id, { resourceId: one }),
        await patch(first.id, { resourceId: two }),
        await patch(second.id, { resourceId: two, consumerKey: 'a' }),
      ]) {
        expect(answer.status).toBe(409)
        expect(answer.body.error.code).toBe('alias_taken')
        expectEnvelope(answer, 'taken')
      }
    })
  })

  test('404 for a resource of the other type, of another account or unknown, without effect', {
    tags: 'long',
  }, async () => {
    const alias = await newAlias(await newProfile(), 'k')
    const [foreign, tag] = [await newProfile(other), await newTag()]
    await tables.expectUnchanged(async () => {
      const unknown = await patch(alias.id, { resourceId: newPublicId(), consumerKey: 'new' })
      expect(unknown.status).toBe(404)
      expect(unknown.body.error).toMatchObject({ code: 'profile_not_found', param: 'resourceId' })
      for (const id of [foreign, tag])
        expect(comparable((await patch(alias.id, { resourceId: id, consumerKey: 'new' })).text)).toBe(
          comparable(unknown.text),
        )
    })
  })

  test('400 for empty or invalid input, without effect', { tags: 'long' }, async () => {
    const alias = await newAlias(await newProfile(), 'k')
    await tables.expectUnchanged(async () => {
      for (const body of [
        {},
        { consumerKey: '' },
        { consumerKey: null },
        { resourceId: 'x' },
        { resourceId: null },
        { resourceType: 'tag' },
        { resourceType: 'profile', consumerKey: 'new' },
        { resourceAliasId: alias.id, consumerKey: 'new' },
      ]) {
        const answer = await patch(alias.id, body)
        expect(answer.status, JSON.stringify(body)).toBe(400)
        expectEnvelope(answer, JSON.stringify(body))
      }
    })
  })
})

describe('DELETE /resource-alias/{resourceAliasId}', () => {
  test('204, and the profile remains without the alias; 404 from then on', async () => {
    const id = await newProfile()
    const alias = await newAlias(id, 'leaving-key')
    const before = await profile(id)
    const deleted = await account.call('DELETE', `/resource-alias/${alias.id}`)
    expect(deleted.status).toBe(204)
    expect(deleted.text).toBe('')
    const after = await profile(id)
    expect(after).toEqual({ ...before, customIds: [], updatedAt: after.updatedAt })
    expect(after.updatedAt > before.updatedAt).toBe(true)
    expect((await audited(alias.id)).at(-1)).toEqual({
      action: 'delete_resource_alias',
      target_type: 'resource_alias',
      changes: { resourceType: 'profile', resourceId: id },
    })
    expect(await tables.holding('leaving-key')).toEqual({})
    await tables.expectUnchanged(async () => {
      for (const [method, body] of [['DELETE'], ['GET'], ['PATCH', { consumerKey: 'k' }]] as const)
        expect((await account.call(method, `/resource-alias/${alias.id}`, body)).status, method).toBe(404)
    })
  })

  test('deleting a profile deletes its aliases, and no table contains the key anymore', async () => {
    const id = await newProfile()
    await account.call(
      'POST',
      '/resource-alias',
      { resourceType: 'profile', resourceId: id, consumerKey: 'person-canary' },
      { 'idempotency-key': 'alias-of-a-person' },
    )
    expect((await account.call('DELETE', `/profile/${id}`)).status).toBe(204)
    expect(await tables.holding('person-canary')).toEqual({})
    const kept = await tables.rows(
      'select 1 from idempotency_key where answer_sealed is not null and profile_id = $1',
      [id],
    )
    expect(kept).toEqual([])
    const [erased] = await tables.rows<{ count: number }>(
      'select count(*)::integer as count from idempotency_key where account_id = $1 and answer_sealed is null',
      [account.id],
    )
    expect(erased?.count).toBe(1)
  })
})

describe('GET /resource-aliases', () => {
  test('200 newest first, in pages, combining all filters', async () => {
    const own = await running.account()
    const [one, two, tag] = [await newProfile(own), await newProfile(own), await newTag(own)]
    const made: string[] = []
    for (const [id, key, type] of [
      [one, 'a', 'profile'],
      [two, 'a', 'profile'],
      [tag, 'a', 'tag'],
      [one, 'b', 'profile'],
    ] as const)
      made.unshift((await newAlias(id, key, type, own)).id)
    const ids = async (query = '') => {
      const answer = await own.call('GET', `/resource-aliases${query}`)
      expect(answer.status, query).toBe(200)
      expect(answer.body.pagination.total, query).toBe(answer.body.resourceAliases.length)
      return answer.body.resourceAliases.map((alias: Json) => made.indexOf(alias.id))
    }
    expect(await ids()).toEqual([0, 1, 2, 3])
    expect(await ids('?resourceType=profile')).toEqual([0, 2, 3])
    expect(await ids(`?resourceId=${one}`)).toEqual([0, 3])
    expect(await ids('?consumerKey=a')).toEqual([1, 2, 3])
    expect(await ids(`?resourceType=profile&resourceId=${one}&consumerKey=a`)).toEqual([3])
    expect(await ids(`?resourceType=tag&resourceId=${one}`)).toEqual([])
    expect(await ids('?consumerKey=A')).toEqual([])
    expect(await ids(`?resourceId=${newPublicId()}`)).toEqual([])
    const page = await own.call('GET', '/resource-aliases?limit=3&page=2')
    expect(page.body.resourceAliases.map((alias: Json) => alias.id)).toEqual([made[3]])
    expect(page.body.pagination).toEqual({ page: 2, limit: 3, total: 4, totalPages: 2, hasMore: false })
    expect(page.headers.get('link')).toContain('rel="prev"')
  })

  test('200 shows nothing of another account for any query', { tags: 'long' }, async () => {
    const id = await newProfile(other)
    await newAlias(id, 'theirs', 'profile', other)
    for (const query of [`resourceId=${id}`, 'consumerKey=theirs', `resourceId=${id}&consumerKey=theirs`])
      expect((await account.call('GET', `/resource-aliases?${query}`)).body.pagination.total, query).toBe(0)
  })

  test('400 for unknown parameters', { tags: 'long' }, async () => {
    for (const query of [
      'resourceType=account',
      'resourceId=x',
      'consumerKey=',
      'limit=0',
      'page=0',
      'search=x',
      'consumerKeys=x',
    ]) {
      const answer = await account.call('GET', `/resource-aliases?${query}`)
      expect(answer.status, query).toBe(400)
      expectEnvelope(answer, query)
    }
  })
})

test('404 for an alias of another account, byte for byte as for an unknown one, without effect', {
  tags: 'long',
}, async () => {
  const foreign = await newAlias(await newProfile(other), 'theirs too', 'profile', other)
  await tables.expectUnchanged(async () => {
    for (const [method, body] of [['GET'], ['PATCH', { consumerKey: 'mine' }], ['DELETE']] as const) {
      const [one, two] = [
        await account.call(method, `/resource-alias/${foreign.id}`, body),
        await account.call(method, `/resource-alias/${newPublicId()}`, body),
      ]
      expect(one.status).toBe(404)
      expect(one.body.error).toMatchObject({ code: 'resource_alias_not_found' })
      expect(comparable(one.text)).toBe(comparable(two.text))
      for (const wrong of ['x', 'A'.repeat(24), '%20'])
        expect((await account.call(method, `/resource-alias/${wrong}`, body)).status).toBe(400)
    }
  })
})

test('403 without the scope: reading needs account:read, writing account:write, and no other is enough', {
  tags: 'long',
}, async () => {
  const id = await newProfile()
  const alias = await newAlias(id, 'guarded')
  const as = async (scope: string) => callAs(running.baseUrl, await signIn(running.baseUrl, account, scope))
  const reader = await as('account:read profiles:read profiles:write tags:manage')
  const writer = await as('account:write profiles:read profiles:write tags:manage')
  await tables.expectUnchanged(async () => {
    for (const path of ['/resource-aliases', `/resource-alias/${alias.id}`]) {
      expect((await writer('GET', path)).status).toBe(403)
      expect((await reader('GET', path)).status).toBe(200)
    }
    for (const [method, path, body] of [
      ['POST', '/resource-alias', { resourceType: 'profile', resourceId: id, consumerKey: 'k' }],
      ['PATCH', `/resource-alias/${alias.id}`, { consumerKey: 'k' }],
      ['DELETE', `/resource-alias/${alias.id}`],
    ] as const)
      expect((await reader(method, path, body)).body.error.code).toBe('insufficient_scope')
  })
  expect((await writer('DELETE', `/resource-alias/${alias.id}`)).status).toBe(204)
})

describe('concurrently, twice', () => concurrently(2))
describe('concurrently, eight times', { tags: 'long' }, () => concurrently(8))

function concurrently(count: number): void {
  const rounds = Array.from({ length: count }, (_, round) => round)

  test('keys added to one profile are all shown', async () => {
    const id = await newProfile()
    const wanted = Array.from({ length: 15 }, (_, at) => `key ${at}`).sort()
    await Promise.all(wanted.map((key) => post(id, key)))
    expect((await customIds(id)).sort()).toEqual(wanted)
  })

  test('aliases changed to the same key: one is 200, the others 409', async () => {
    for (const resource of [await newProfile(), await newTag()]) {
      const type = (await account.call('GET', `/tag/${resource}`)).status === 200 ? 'tag' : 'profile'
      const made = await Promise.all(
        Array.from({ length: 10 }, (_, at) => newAlias(resource, `old ${at}`, type)),
      )
      const answers = await Promise.all(made.map(({ id }) => patch(id, { consumerKey: 'wanted' })))
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(9).fill(409)])
    }
  })

  test('aliases swapped between two profiles end where the answers say, and both documents agree', async () => {
    const [one, two] = [await newProfile(), await newProfile()]
    const [a, b] = [await newAlias(one, 'a'), await newAlias(two, 'b')]
    for (const round of rounds) {
      const [to, back] = round % 2 ? [one, two] : [two, one]
      const answers = await Promise.all([patch(a.id, { resourceId: to }), patch(b.id, { resourceId: back })])
      expect(answers.map((answer) => answer.status)).toEqual([200, 200])
      expect([await customIds(to), await customIds(back)]).toEqual([['a'], ['b']])
    }
  })

  test.each(['profile', 'tag'])('a %s that is being deleted leaves no alias', async (type) => {
    for (const _round of rounds) {
      const make = () => (type === 'profile' ? newProfile() : newTag())
      const [going, safe] = [await make(), await make()]
      const [moved, standing] = [await newAlias(safe, 'moved', type), await newAlias(going, 'standing', type)]
      const [deleted, ...answers] = await Promise.all([
        account.call('DELETE', `/${type}/${going}`),
        post(going, 'late', type),
        patch(moved.id, { resourceId: going }),
        patch(standing.id, { resourceId: safe }),
        account.call('DELETE', `/resource-alias/${standing.id}`),
      ])
      expect(deleted.status).toBe(204)
      for (const answer of answers) expect([200, 201, 204, 404, 409], answer.text).toContain(answer.status)
      expect(await tables.rows('select 1 from resource_alias where resource_id = $1', [going])).toEqual([])
      if (type === 'tag') continue
      const shown = await tables.rows<{ key: string }>(
        'select consumer_key as key from resource_alias where resource_id = $1',
        [safe],
      )
      expect((await customIds(safe)).sort()).toEqual(shown.map((row) => row.key).sort())
    }
    expect(running.logged()).not.toContain('"unexpected error"')
  })
}
