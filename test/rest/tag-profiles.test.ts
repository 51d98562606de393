import { beforeAll, describe, expect, test } from 'vitest'
import { newPublicId } from '../../src/platform/ids.ts'
import { comparable, expectEnvelope } from '../support/envelope.ts'
import {
  type Answer,
  type Json,
  startTestService,
  type TestAccount,
  type TestService,
} from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'

let running: TestService
let tables: Tables
let account: TestAccount
let foreignProfileId = ''
beforeAll(async () => {
  running = await startTestService()
  tables = await openTables(running.db)
  account = await running.account()
  foreignProfileId = await newProfile(await running.account())
})

const newProfile = async (by = account): Promise<string> =>
  (await by.call('POST', '/profile', { firstName: 'Somebody' })).body.profile.id
const newProfiles = async (count: number, by = account) =>
  (await Promise.all(Array.from({ length: count }, () => newProfile(by)))).sort()
const newTag = async (by = account): Promise<Json> =>
  (await by.call('POST', '/tag', { label: 'Team', color: 'blue' })).body.tag
const change = (
  method: 'PUT' | 'POST' | 'DELETE',
  tagId: string,
  profileIds: unknown,
  by = account,
): Promise<Answer> => by.call(method, `/tag/${tagId}/profiles`, { profileIds })
const set = async (tagId: string): Promise<string[]> =>
  (await account.call('GET', `/tag/${tagId}`)).body.tag.profiles
const audited = (id: string) =>
  tables.rows<{ action: string; changes: Json }>(
    `select action, changes from audit_entry where target_id = $1 and action <> 'create_tag' order by seq`,
    [id],
  )

describe('includeProfiles=false', () => {
  test('200 with the number of profiles instead of their ids, in every answer that has a tag', async () => {
    const [tag, empty] = [await newTag(), await newTag()]
    const people = await newProfiles(3)
    const counted = { profiles: [], profileCount: 3 }
    const added = { profileIds: people, includeProfiles: false }
    expect((await account.call('POST', `/tag/${tag.id}/profiles`, added)).body.tag).toMatchObject(counted)
    const one = await account.call('GET', `/tag/${tag.id}?includeProfiles=false`)
    expect(one.body.tag).toEqual({ ...tag, updatedAt: one.body.tag.updatedAt, ...counted })
    const changed = await account.call('PATCH', `/tag/${tag.id}`, { label: 'T', includeProfiles: false })
    expect(changed.body.tag).toMatchObject({ label: 'T', ...counted })
    for (const path of ['/tags?limit=100&', '/account?includeTags=true&']) {
      const answer = await account.call('GET', `${path}includeProfiles=false`)
      const tags: Json[] = answer.body.tags ?? answer.body.data.tags
      expect(tags.find(({ id }) => id === tag.id)).toMatchObject(counted)
      expect(tags.find(({ id }) => id === empty.id)).toMatchObject({ profiles: [], profileCount: 0 })
    }
    const whole = await account.call('GET', `/tag/${tag.id}`)
    expect(whole.body.tag.profiles).toEqual(people)
    expect(whole.body.tag).not.toHaveProperty('profileCount')
  })

  test('400 for a tag that gets nothing but includeProfiles', { tags: 'long' }, async () => {
    const { id } = await newTag()
    expect((await account.call('PATCH', `/tag/${id}`, { includeProfiles: false })).status).toBe(400)
  })
})

/** Inserts many profiles by SQL. */
async function insertMany({ id: accountId }: TestAccount, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newPublicId()).sort()
  await running.db.admin(
    `insert into profile (account_id, id, created_at, updated_at, state, available_assessments, doc)
     select $1, id, now(), now(), 'pending', '{disc}', '{}' from unnest($2::text[]) as id`,
    [accountId, ids],
  )
  return ids
}

describe('PUT /tag/{tagId}/profiles', () => {
  test('200 replaces the whole set, including with an empty one, and profiles show it', async () => {
    const [tag, [a, b, c]] = [await newTag(), await newProfiles(3)]
    const first = await change('PUT', tag.id, [b, a, b])
    expect(first.status).toBe(200)
    expect(first.body.tag).toEqual({ ...tag, profiles: [a, b], updatedAt: first.body.tag.updatedAt })
    expect((await change('PUT', tag.id, [c, b])).body.tag.profiles).toEqual([b, c])
    const shown = async (id = '') =>
      (await account.call('GET', `/profile/${id}?includeTags=true`)).body.profile.tags.length
    expect([await shown(a), await shown(b), await shown(c)]).toEqual([0, 1, 1])
    expect((await account.call('GET', `/profiles?tagIds=${tag.id}`)).body.pagination.total).toBe(2)
    expect((await change('PUT', tag.id, [])).body.tag.profiles).toEqual([])
    const named = (...ids: unknown[]) => ({ count: ids.length, profileIds: ids })
    expect(await audited(tag.id)).toEqual([
      { action: 'assign_tags_to_profiles', changes: { added: named(b, a), removed: named() } },
      { action: 'assign_tags_to_profiles', changes: { added: named(c), removed: named(a) } },
      {
        action: 'assign_tags_to_profiles',
        changes: { added: named(), removed: { count: 2, profileIds: expect.anything() } },
      },
    ])
  })

  test('PATCH {profiles} is the same replacement, next to label and color', async () => {
    const [tag, [a, b]] = [await newTag(), await newProfiles(2)]
    await change('PUT', tag.id, [a])
    const answer = await account.call('PATCH', `/tag/${tag.id}`, { label: 'Renamed', profiles: [b] })
    expect(answer.status).toBe(200)
    expect(answer.body.tag).toMatchObject({ label: 'Renamed', color: 'blue', profiles: [b] })
    expect((await account.call('PATCH', `/tag/${tag.id}`, { profiles: [] })).body.tag.profiles).toEqual([])
    expect((await audited(tag.id)).map((entry) => entry.action)).toEqual([
      'assign_tags_to_profiles',
      'update_tag',
      'assign_tags_to_profiles',
      'assign_tags_to_profiles',
    ])
  })
})

describe('POST and DELETE /tag/{tagId}/profiles', () => {
  test('200 adds to the set and removes from it, whatever it was', async () => {
    const [tag, [a, b, c]] = [await newTag(), await newProfiles(3)]
    expect((await change('POST', tag.id, [a, b])).status).toBe(200)
    expect((await change('POST', tag.id, [b, c])).body.tag.profiles).toEqual([a, b, c])
    const removed = await change('DELETE', tag.id, [a, b])
    expect(removed.status).toBe(200)
    expect(removed.body.tag.profiles).toEqual([c])
    expect((await change('DELETE', tag.id, [a, c])).body.tag.profiles).toEqual([])
    expect(
      (await audited(tag.id)).map(({ action, changes }) => [
        action,
        changes.added.count,
        changes.removed.count,
      ]),
    ).toEqual([
      ['add_profiles_to_tag', 2, 0],
      ['add_profiles_to_tag', 1, 0],
      ['remove_profiles_from_tag', 0, 2],
      ['remove_profiles_from_tag', 0, 1],
    ])
  })
})

describe('any change of the set', () => {
  test('200 without a difference has no effect', async () => {
    const [tag, [a, b]] = [await newTag(), await newProfiles(2)]
    await change('PUT', tag.id, [a])
    const standing = await account.call('GET', `/tag/${tag.id}`)
    await tables.expectUnchanged(async () => {
      for (const answer of [
        await change('PUT', tag.id, [a, a]),
        await change('POST', tag.id, [a]),
        await change('POST', tag.id, []),
        await change('DELETE', tag.id, [b]),
        await change('DELETE', tag.id, []),
        await account.call('PATCH', `/tag/${tag.id}`, { profiles: [a] }),
      ]) {
        expect(answer.status).toBe(200)
        expect(answer.body.tag).toEqual(standing.body.tag)
      }
    })
  })

  test('404 for one unknown or foreign profile among known ones, equal bytes, without effect', {
    tags: 'long',
  }, async () => {
    const [tag, [a, b]] = [await newTag(), await newProfiles(2)]
    await change('PUT', tag.id, [a])
    await tables.expectUnchanged(async () => {
      for (const ask of [
        (id: string) => change('PUT', tag.id, [b, id]),
        (id: string) => change('POST', tag.id, [b, id]),
        (id: string) => change('DELETE', tag.id, [a, id]),
        (id: string) => account.call('PATCH', `/tag/${tag.id}`, { label: 'No', profiles: [b, id] }),
      ]) {
        const [unknown, foreign] = [await ask(newPublicId()), await ask(foreignProfileId)]
        expect(unknown.status).toBe(404)
        expect(unknown.body.error.code).toBe('profile_not_found')
        expectEnvelope(unknown, 'unknown')
        expect(comparable(foreign.text)).toBe(comparable(unknown.text))
      }
    })
    expect(await set(tag.id)).toEqual([a])
  })

  test('400 for anything but a set of ids, without effect', async () => {
    const [tag, [a]] = [await newTag(), await newProfiles(1)]
    await tables.expectUnchanged(async () => {
      for (const method of ['PUT', 'POST', 'DELETE'] as const) {
        for (const body of [
          {},
          { profileIds: null },
          { profileIds: a },
          { profileIds: { 0: a } },
          { profileIds: [a, null] },
          { profileIds: [a, 'x'] },
          { profileIds: [[a]] },
          { profileIds: [a?.toUpperCase()] },
          { profileIds: [`${a} `] },
          { profiles: [a] },
          { profileIds: [a], tagId: tag.id },
          { profileIds: Array.from({ length: 25_001 }, () => a) },
        ]) {
          const answer = await account.call(method, `/tag/${tag.id}/profiles`, body)
          expect(answer.status, JSON.stringify(body).slice(0, 80)).toBe(400)
          expectEnvelope(answer, JSON.stringify(body).slice(0, 80))
        }
        const answer = await account.call(method, `/tag/${tag.id}/profiles`)
        expect(answer.status, `${method} without a body`).toBe(400)
      }
    })
  })

  test('200 for twenty-five thousand ids in one call', async () => {
    const [tag, [a, b]] = [await newTag(), await newProfiles(2)]
    const ids = Array.from({ length: 25_000 }, (_, at) => (at % 2 ? a : b))
    expect((await change('PUT', tag.id, ids)).body.tag.profiles).toEqual([a, b])
  })

  test('200 for two thousand profiles in one call, all of them returned', () => putMany(2_000))
  test('200 for twenty-five thousand profiles in one call, all of them returned', { tags: 'long' }, () =>
    putMany(25_000),
  )

  async function putMany(count: number): Promise<void> {
    // Of its own, so that no other test meets these people.
    const large = await running.account()
    const tag = await newTag(large)
    const put = (ids: string[]) => change('PUT', tag.id, ids, large)
    // Lets the database plan for small sets first, as on a service that has been running.
    const few = await newProfiles(2, large)
    for (let round = 0; round < 8; round += 1) {
      for (const ids of [few, []]) expect((await put(ids)).status).toBe(200)
    }
    const [many, others] = [await insertMany(large, count), await insertMany(large, 2_000)]
    const added = await put(many)
    expect(added.status).toBe(200)
    expect(added.body.tag.profiles).toEqual(many)
    const swapped = await put(others)
    expect(swapped.status).toBe(200)
    expect(swapped.body.tag.profiles).toEqual(others)
    expect((await change('POST', tag.id, many, large)).body.tag.profiles).toHaveLength(count + 2_000)
    expect((await large.call('GET', '/tags?limit=100')).text).toContain(many[0])
    expect((await change('DELETE', tag.id, others, large)).body.tag.profiles).toEqual(many)
    const last = (await audited(tag.id)).at(-1)
    expect(last?.changes.removed.count).toBe(2_000)
    expect(last?.changes.removed.profileIds).toHaveLength(100)
    expect((await large.call('DELETE', `/tag/${tag.id}`)).status).toBe(204)
  }
})

describe('concurrently, twice', () => concurrently(2))
describe('concurrently, eight times', { tags: 'long' }, () => concurrently(8))

function concurrently(count: number): void {
  const rounds = Array.from({ length: count }, (_, round) => round)

  test('replacing the set of one tag leaves exactly one of the sets', async () => {
    const [tag, ids] = [await newTag(), await newProfiles(12)]
    const sets = [ids.slice(0, 6), ids.slice(4, 9), ids.slice(7), []]
    for (const _round of rounds) {
      const answers = await Promise.all(
        sets.map((one, at) =>
          at % 2 ? account.call('PATCH', `/tag/${tag.id}`, { profiles: one }) : change('PUT', tag.id, one),
        ),
      )
      for (const [at, answer] of answers.entries()) {
        expect(answer.status).toBe(200)
        expect(answer.body.tag.profiles).toEqual(sets[at])
      }
      expect(sets).toContainEqual(await set(tag.id))
    }
  })

  test('additions are all there', { tags: 'long' }, async () => {
    const [tag, ids] = [await newTag(), await newProfiles(15)]
    const answers = await Promise.all(ids.map((id) => change('POST', tag.id, [id])))
    expect(answers.map((answer) => answer.status)).toEqual(Array(15).fill(200))
    expect(await set(tag.id)).toEqual(ids)
  })

  test('replacing the set of a tag that is being deleted leaves no orphan', async () => {
    const ids = await newProfiles(5)
    for (const _round of rounds) {
      const tag = await newTag()
      const [first, deleted, ...answers] = await Promise.all([
        change('PUT', tag.id, ids),
        account.call('DELETE', `/tag/${tag.id}`),
        change('PUT', tag.id, ids.slice(2)),
        change('POST', tag.id, ids),
      ])
      expect(deleted.status).toBe(204)
      for (const answer of [first, ...answers]) expect([200, 404], answer.text).toContain(answer.status)
      expect(await tables.rows('select 1 from profile_tag where tag_id = $1', [tag.id])).toEqual([])
    }
  })

  test('replacing the set while its profiles are being deleted succeeds or is clearly refused', async () => {
    for (const _round of rounds) {
      // Both changes may be refused; then the set stays.
      const tag = await newTag()
      const ids = await newProfiles(4)
      const [one, two, ...deleted] = await Promise.all([
        change('PUT', tag.id, ids),
        change('DELETE', tag.id, ids),
        ...ids.slice(2).map((id) => account.call('DELETE', `/profile/${id}`)),
      ])
      for (const answer of [one, two]) expect([200, 404, 409], answer.text).toContain(answer.status)
      for (const answer of deleted) expect(answer.status).toBe(204)
      expect(
        await tables.rows(`select 1 from profile_tag link where not exists
        (select from profile where profile.id = link.profile_id)`),
      ).toEqual([])
      expect(ids.slice(0, 2)).toEqual(expect.arrayContaining(await set(tag.id)))
    }
    expect(running.logged()).not.toContain('"unexpected error"')
  })
}
