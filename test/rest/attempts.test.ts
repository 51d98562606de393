import { beforeAll, describe, expect, test } from 'vitest'
import { newPublicId } from '../../src/platform/ids.ts'
import { comparable } from '../support/envelope.ts'
import {
  callAs,
  type Json,
  signIn,
  startTestService,
  type TestAccount,
  type TestService,
} from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'
import { openTaker, take } from '../support/taking.ts'

let running: TestService
let tables: Tables
let account: TestAccount
beforeAll(async () => {
  running = await startTestService()
  tables = await openTables(running.db)
  account = await running.account()
})

const attempts = (profileId: string) => account.call('GET', `/profile/${profileId}/attempts`)
const read = async (profileId: string): Promise<Json> =>
  (await account.call('GET', `/profile/${profileId}`)).body.profile
const retake = (profileId: string, body: unknown = {}) =>
  account.call('POST', `/profile/${profileId}/retake`, body)

/** A profile's fields about its current attempt. */
const attemptFields = [
  ...['attempt', 'availableAssessments', 'completedAssessments', 'isCompleted', 'dateStarted'],
  ...['dateCompleted', 'timers', 'disc', 'core', 'focus', 'quality', 'scoring'],
] as const

function attemptFieldsOf(profile: Json): Json {
  return Object.fromEntries(attemptFields.map((field) => [field, profile[field]]))
}

describe('GET /profile/{profileId}/attempts', () => {
  test('200 has one empty attempt for a person who has not begun', { tags: 'long' }, async () => {
    const { body } = await account.call('POST', '/profile', { firstName: 'New' })
    const answer = await attempts(body.profile.id)
    expect(answer.status).toBe(200)
    expect(answer.body.attempts).toEqual([
      { ...attemptFieldsOf(body.profile), isCurrent: true, carriedFrom: {} },
    ])
  })

  test('200 returns each attempt as the profile showed it at the time, newest first', async () => {
    const taker = await openTaker(running, account)
    await take(running, taker, 1, ['disc', 'focus', 'core'])
    const first = await read(taker.profileId)
    await retake(taker.profileId, { assessmentIds: ['disc'] })
    await take(running, taker, 2, ['disc'], 1)
    const second = await read(taker.profileId)
    await retake(taker.profileId, { assessmentIds: ['core'] })
    const third = await read(taker.profileId)
    const { body } = await attempts(taker.profileId)
    expect(body.attempts).toEqual([
      { ...attemptFieldsOf(third), isCurrent: true, carriedFrom: { disc: 2, focus: 1 } },
      { ...attemptFieldsOf(second), isCurrent: false, carriedFrom: { focus: 1, core: 1 } },
      { ...attemptFieldsOf(first), isCurrent: false, carriedFrom: {} },
    ])
    expect(first.quality).not.toBeNull()
    expect(second.disc).not.toEqual(first.disc)
    for (const { scoring } of body.attempts) {
      expect(scoring).toMatchObject({ form: {}, version: expect.any(String), norm: {}, confidence: {} })
    }
  })

  test('200 in pages with Link, the last one partly filled, and empty past the end', async () => {
    const taker = await openTaker(running, account)
    await take(running, taker, 1, ['disc'])
    await retake(taker.profileId)
    await take(running, taker, 2, ['disc'])
    await retake(taker.profileId)
    const all = (await attempts(taker.profileId)).body
    expect(all.pagination).toEqual({ page: 1, limit: 10, total: 3, totalPages: 1, hasMore: false })
    const page = (number: number) =>
      account.call('GET', `/profile/${taker.profileId}/attempts?limit=2&page=${number}`)
    const [first, second, third] = [await page(1), await page(2), await page(3)]
    expect(first.body.attempts).toEqual(all.attempts.slice(0, 2))
    expect(first.body.pagination).toEqual({ page: 1, limit: 2, total: 3, totalPages: 2, hasMore: true })
    expect(first.headers.get('link')).toMatch(/attempts\?[^>]*page=2[^>]*>; rel="next"/)
    expect(second.body.attempts).toEqual(all.attempts.slice(2))
    expect([third.status, third.body.attempts]).toEqual([200, []])
  })

  test('are deleted with the profile', { tags: 'long' }, async () => {
    const taker = await openTaker(running, account)
    await take(running, taker, 1, ['disc'])
    await retake(taker.profileId)
    await account.call('DELETE', `/profile/${taker.profileId}`)
    expect((await attempts(taker.profileId)).status).toBe(404)
    expect(Object.keys(await tables.holding(taker.profileId))).toEqual(['audit_entry', 'event'])
  })

  test('400 malformed, 403 without profiles:read, 404 unknown and the same for another account', {
    tags: 'long',
  }, async () => {
    const { body } = await account.call('POST', '/profile', { firstName: 'Own' })
    const { id } = body.profile
    expect((await attempts('x')).status).toBe(400)
    expect((await account.call('GET', `/profile/${id}/attempts?limit=0`)).status).toBe(400)
    expect((await account.call('GET', `/profile/${id}/attempts?sort=id`)).status).toBe(400)
    const writer = callAs(running.baseUrl, await signIn(running.baseUrl, account, 'profiles:write'))
    expect((await writer('GET', `/profile/${id}/attempts`)).status).toBe(403)
    const other = await running.account()
    const foreign = await other.call('GET', `/profile/${id}/attempts`)
    const unknown = await other.call('GET', `/profile/${newPublicId()}/attempts`)
    expect(foreign.status).toBe(404)
    expect(comparable(foreign.text)).toBe(comparable(unknown.text))
  })
})

describe('GET /pending-profiles', () => {
  test('200 lists people who never started, with pages, filters and Link, and no one else', async () => {
    const own = await running.account()
    const names = ['Ada', 'Bea', 'Cleo']
    for (const firstName of names) await own.call('POST', '/profile', { firstName })
    await openTaker(running, own, { firstName: 'Dora' })
    const first = await own.call('GET', '/pending-profiles?limit=2&sortProp=name')
    expect(first.status).toBe(200)
    expect(first.body.profiles.map((profile: Json) => profile.firstName)).toEqual(['Ada', 'Bea'])
    expect(first.body.pagination).toEqual({ page: 1, limit: 2, total: 3, totalPages: 2, hasMore: true })
    expect(first.headers.get('link')).toMatch(/pending-profiles\?[^>]*page=2[^>]*>; rel="next"/)
    const found = await own.call('GET', '/pending-profiles?search=Cleo&includeTags=true')
    expect(found.body.profiles).toMatchObject([{ firstName: 'Cleo', state: 'pending', tags: [] }])
    const same = await own.call('GET', '/profiles?state=pending')
    const all = await own.call('GET', '/pending-profiles')
    expect(all.body.profiles).toEqual(same.body.profiles)
  })

  test('400 with a state or an unknown parameter, 403 without profiles:read', { tags: 'long' }, async () => {
    expect((await account.call('GET', '/pending-profiles?state=pending')).status).toBe(400)
    expect((await account.call('GET', '/pending-profiles?limit=0')).status).toBe(400)
    const writer = callAs(running.baseUrl, await signIn(running.baseUrl, account, 'profiles:write'))
    expect((await writer('GET', '/pending-profiles')).status).toBe(403)
  })
})
