import { beforeAll, expect, test } from 'vitest'
import { newPublicId } from '../../src/platform/ids.ts'
import { createAppGranter } from '../support/delegates.ts'
import { type Json, startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { raceUndo, undoBlindly } from '../support/tag-undo.ts'

let running: TestService
let account: TestAccount
let people: string[] = []
let tagId = ''
beforeAll(async () => {
  running = await startTestService({ RATE_LIMITS: 'off' })
  account = await running.account()
  const rows = Array.from({ length: 4 }, (_, n) => ({ email: `u${n}@test.test` }))
  const { body } = await account.call('POST', '/profiles/import', { rows })
  people = body.data.results.map(({ profileId }: Json) => profileId)
  tagId = (await account.call('POST', '/tag', { label: 'Team', color: 'blue' })).body.tag.id
})

const set = (profileIds: readonly string[], method = 'PUT') =>
  account.call(method, `/tag/${tagId}/profiles`, { profileIds })
const undo = ({ tagId: _, ...body }: Json) => account.call('POST', `/tag/${tagId}/undo`, body)
const members = async () => (await account.call('GET', `/tag/${tagId}`)).body.tag.profiles
const sorted = (...places: number[]) => places.map((place) => people[place]).sort()

test('every change of a set answers with its undo, which restores it, and which can be undone', async () => {
  await set([people[0], people[1]] as string[])
  const { body } = await set([people[1], people[2]] as string[])
  expect(body.undo).toEqual({
    tagId,
    changeId: expect.stringMatching(/^[0-9a-f]{24}$/),
    add: [people[0]],
    remove: [people[2]],
  })
  const undone = await undo(body.undo)
  expect([undone.status, undone.body.undone, undone.body.skipped]).toEqual([200, 2, 0])
  expect((await members()).sort()).toEqual(sorted(0, 1))
  // A second time, nothing is left to undo.
  expect((await undo(body.undo)).body).toMatchObject({ undo: null, undone: 0, skipped: 2 })
  await undo(undone.body.undo)
  expect((await members()).sort()).toEqual(sorted(1, 2))

  const same = await set([people[1], people[2]] as string[])
  expect(same.body.undo).toBeNull()
  const patched = await account.call('PATCH', `/tag/${tagId}`, { label: 'Crew', profiles: [people[3]] })
  expect(patched.body.undo).toMatchObject({ add: expect.arrayContaining(sorted(1, 2)), remove: [people[3]] })
  expect((await account.call('PATCH', `/tag/${tagId}`, { label: 'Team' })).body.undo).toBeNull()
})

test('skips whom someone else has changed since, also back to what it was, and people who are gone', async () => {
  await set([])
  const { body } = await set(people)
  await set([people[0]] as string[], 'DELETE')
  await set([people[0]] as string[], 'POST')
  const gone = (await account.call('POST', '/profile', { email: `${newPublicId()}@test.test` })).body.profile
    .id
  const added = await set([gone], 'POST')
  await account.call('DELETE', `/profile/${gone}`)
  expect((await undo(body.undo)).body).toMatchObject({ undone: 3, skipped: 1 })
  expect(await members()).toEqual([people[0]])
  expect((await undo(added.body.undo)).body).toMatchObject({ undone: 0, skipped: 1 })
})

test('undoes nothing after a day, and forgets it', async () => {
  await set([])
  const { body } = await set(people)
  await running.db.admin(
    `update tag_change set changed_at = changed_at - interval '25 hours' where account_id = $1`,
    [account.id],
  )
  expect((await undo(body.undo)).body).toMatchObject({ undone: 0, skipped: 4 })
  await running.service.sweepRetention()
  expect(await running.db.admin('select 1 from tag_change where account_id = $1', [account.id])).toEqual([])
})

test('404 for a tag of another account, and its changes are unknown here', { tags: 'long' }, async () => {
  const other = await running.account()
  await set([])
  const { body } = await set(people)
  const { changeId, add, remove } = body.undo
  const theirs = await other.call('POST', `/tag/${tagId}/undo`, { changeId, add, remove })
  expect([theirs.status, theirs.body.error.code]).toEqual([404, 'tag_not_found'])
  const tag = (await other.call('POST', '/tag', { label: 'Own', color: 'red' })).body.tag
  const own = await other.call('POST', `/tag/${tag.id}/undo`, { changeId, add, remove })
  expect(own.body).toMatchObject({ undone: 0, skipped: 4 })
  expect((await members()).sort()).toEqual([...people].sort())
})

test('another member undoes through an app: their own rights and name count, and foreign changes stay', async () => {
  const grant = await createAppGranter(running)
  const mine = await grant(account, { scopes: ['tags:manage'] })
  const theirs = await grant(account, { scopes: ['tags:manage'] })
  const without = await grant(account, { scopes: ['profiles:read', 'profiles:write'] })
  await set([])
  const { body } = await mine.call('POST', `/tag/${tagId}/profiles`, { profileIds: people.slice(0, 3) })
  await theirs.call('DELETE', `/tag/${tagId}/profiles`, { profileIds: people.slice(1, 2) })
  await theirs.call('POST', `/tag/${tagId}/profiles`, { profileIds: people.slice(1, 2) })
  const { tagId: _, ...asked } = body.undo
  expect((await without.call('POST', `/tag/${tagId}/undo`, asked)).status).toBe(403)
  expect((await theirs.call('POST', `/tag/${tagId}/undo`, asked)).body).toMatchObject({
    undone: 2,
    skipped: 1,
  })
  expect(await members()).toEqual([people[1]])
  const [entry] = await running.db.admin<{ actor: string; changes: Json }>(
    `select actor_id as actor, changes from audit_entry
      where account_id = $1 and action = 'undo_tag_change' order by seq desc limit 1`,
    [account.id],
  )
  expect(entry).toMatchObject({
    actor: theirs.memberId,
    changes: { removed: { count: 2 }, added: { count: 0 } },
  })
})

test('people who are deleted while it runs are skipped, and it succeeds', () => deleteMeanwhile(2))
test('people who are deleted while it runs, eight times', { tags: 'long' }, () => deleteMeanwhile(8))

async function deleteMeanwhile(rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const rows = Array.from({ length: 6 }, () => ({ email: `${newPublicId()}@test.test` }))
    const { body } = await account.call('POST', '/profiles/import', { rows })
    const some: string[] = body.data.results.map(({ profileId }: Json) => profileId)
    await set(some)
    const removed = await set([])
    const [undone, ...deleted] = await Promise.all([
      undo(removed.body.undo),
      ...some.slice(0, 3).map((id) => account.call('DELETE', `/profile/${id}`)),
    ])
    expect([undone.status, ...deleted.map(({ status }) => status)]).toEqual([200, 204, 204, 204])
    expect(undone.body.undone).toBeGreaterThanOrEqual(3)
    expect((await members()).sort()).toEqual(some.slice(3).sort())
  }
}

test('400 people: the other’s changes of 100 of them stay', () => undoMany(400))
test('10,000 people: the other’s changes of 100 of them stay', { tags: 'long' }, () => undoMany(10_000))

async function undoMany(count: number): Promise<void> {
  const crowd = await running.account()
  const id = (await crowd.call('POST', '/profile', { firstName: 'One' })).body.profile.id
  await running.db.admin(
    `insert into profile select (jsonb_populate_record(one, jsonb_build_object('id', lpad(to_hex(n), 24, '0')))).*
       from profile one, generate_series(1, $3 - 1) n where account_id = $1 and one.id = $2`,
    [crowd.id, id, count],
  )
  const found = await running.db.admin<{ id: string }>('select id from profile where account_id = $1', [
    crowd.id,
  ])
  const all = found.map((row) => row.id)
  const tag = (await crowd.call('POST', '/tag', { label: 'All', color: 'blue' })).body.tag.id
  const change = (method: string, profileIds: readonly string[]) =>
    crowd.call(method, `/tag/${tag}/profiles`, { profileIds, includeProfiles: false })
  const made = await change('POST', all)
  expect(made.body.undo.remove).toHaveLength(count)
  const theirs = all.slice(count / 20, count / 20 + 100)
  await change('DELETE', theirs)
  await change('POST', theirs)
  const { tagId: _, ...asked } = made.body.undo
  const undone = await crowd.call('POST', `/tag/${tag}/undo`, { ...asked, includeProfiles: false })
  expect(undone.body).toMatchObject({ undone: count - 100, skipped: 100, tag: { profileCount: 100 } })
  const left = (await crowd.call('GET', `/tag/${tag}`)).body.tag.profiles
  expect(left.sort()).toEqual(theirs.sort())
}

test('of two writers, neither loses a change to an undo of the other', async () => {
  expect(await raceUndo(await running.account(), 6)).toMatchObject({ lost: 0, notRestored: 0 })
})

test('of two writers, neither loses a change in twenty rounds; without looking, both would', {
  tags: 'long',
}, async () => {
  expect(await raceUndo(await running.account(), 20)).toMatchObject({ lost: 0, notRestored: 0 })
  const blind = await raceUndo(await running.account(), 20, { undo: undoBlindly })
  expect(blind.lost).toBeGreaterThan(0)
})
