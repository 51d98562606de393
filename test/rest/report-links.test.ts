import { beforeAll, describe, expect, test } from 'vitest'
import { newPublicId } from '../../src/platform/ids.ts'
import { callAs, signIn, startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'
import { openTaker, take } from '../support/taking.ts'
import { insertTestTag, newEmail } from '../support/test-rows.ts'

const start = Date.parse('2026-11-21T09:00:00Z')
let now = start
let running: TestService
let tables: Tables
let account: TestAccount
/** A person with results, one without, and a tag of the first. */
let done: string
let open: string
let tagId: string
beforeAll(async () => {
  running = await startTestService({}, { clock: () => new Date(now) })
  tables = await openTables(running.db)
  account = await running.account({ preferences: { locale: 'en' } })
  tagId = await insertTestTag(running.db, account.id)
  const taker = await openTaker(running, account, { assessmentIds: ['core'], tagIds: [tagId] })
  await take(running, taker, 1, ['core'])
  done = taker.profileId
  open = (await account.call('POST', '/profile', { email: newEmail() })).body.profile.id
})

const make = (body: object) => account.call('POST', '/report-link', body)
const list = async (query = '') => (await account.call('GET', `/report-links${query}`)).body
const shows = async (url: string) => (await fetch(url)).status

describe('POST /report-link', () => {
  test('201 returns a URL that works for an hour, of which only a hash is stored', async () => {
    const answer = await make({ profileId: done })
    expect(answer.status).toBe(201)
    const { id, url, expiresAt } = answer.body.data
    expect(Object.keys(answer.body.data)).toEqual(['id', 'url', 'expiresAt'])
    expect(Date.parse(expiresAt)).toBe(now + 3_600_000)
    const [, token = ''] = /\/r\/(tmb_report_[\w-]{59})$/.exec(url) ?? []
    expect(token).not.toBe('')
    expect(await tables.holding(token)).toEqual({})
    expect(await tables.holding(token.slice(-40))).toEqual({})
    expect(await shows(url)).toBe(200)
    const { entries } = (await account.call('GET', '/audit-log?action=create_report_link')).body
    expect(entries[0]).toMatchObject({
      target: { type: 'profile', id: done },
      changes: { reportLinkId: id, validMinutes: 60 },
    })
  })

  test('201 with the same key and body returns the same link again', { tags: 'long' }, async () => {
    const key = { 'idempotency-key': newPublicId() }
    const [one, other] = [
      await account.call('POST', '/report-link', { profileId: done }, key),
      await account.call('POST', '/report-link', { profileId: done }, key),
    ]
    expect(other.body.data).toEqual(one.body.data)
    expect(other.headers.get('idempotent-replayed')).toBe('true')
  })

  test('201 for a team of which one has completed, by name and by tag', async () => {
    const [byName, byTag] = [await make({ profileIds: [done, open] }), await make({ tagIds: [tagId] })]
    expect([byName.status, byTag.status]).toEqual([201, 201])
    const { reportLinks } = await list('?limit=100')
    const found = (answer: typeof byName) =>
      reportLinks.find((reportLink: { id: string }) => reportLink.id === answer.body.data.id)
    expect(found(byName)).toMatchObject({
      kind: 'team',
      profileId: null,
      profileIds: [done, open],
      tagIds: [],
      madeBy: 'account',
      locale: null,
    })
    expect(found(byTag)).toMatchObject({ kind: 'team', profileIds: [], tagIds: [tagId] })
  })

  test.each([
    ['nobody', {}],
    ['somebody twice over', { profileId: 'done', tagIds: ['tag'] }],
    ['an empty team', { profileIds: [] }],
    ['four minutes', { profileId: 'done', validMinutes: 4 }],
    ['more than a week', { profileId: 'done', validMinutes: 10_081 }],
    ['an unknown locale', { profileId: 'done', locale: 'ja' }],
  ])('400 for %s, without effect', async (_, body) => {
    const real = JSON.parse(
      JSON.stringify(body).replace('"done"', `"${done}"`).replace('"tag"', `"${tagId}"`),
    )
    await tables.expectUnchanged(async () => expect((await make(real)).status).toBe(400))
  })

  test('400 not_completed for people who have not completed, and for a team in which no one has', {
    tags: 'long',
  }, async () => {
    const emptyTag = await insertTestTag(running.db, account.id)
    for (const body of [{ profileId: open }, { profileIds: [open] }, { tagIds: [emptyTag] }]) {
      const answer = await make(body)
      expect([answer.status, answer.body.error.code]).toEqual([400, 'not_completed'])
    }
  })

  test('404 for ids that do not exist, next to others too', { tags: 'long' }, async () => {
    const nobody = newPublicId()
    for (const body of [{ profileId: nobody }, { profileIds: [done, nobody] }, { tagIds: [tagId, nobody] }])
      expect((await make(body)).status).toBe(404)
  })

  test('403 for a token without profiles:read', { tags: 'long' }, async () => {
    const token = await signIn(running.baseUrl, account, 'account:read tags:manage')
    const narrow = callAs(running.baseUrl, token)
    expect((await narrow('POST', '/report-link', { profileId: done })).status).toBe(403)
  })
})

describe('GET /report-links and DELETE /report-link/{reportLinkId}', () => {
  test('200 lists valid ones, newest first and without URLs; 204 ends one, 404 afterwards', async () => {
    now += 1000
    const first = (await make({ profileId: done, locale: 'de' })).body.data
    now += 1000
    const second = (await make({ profileId: done })).body.data
    const before = await list(`?profileId=${done}`)
    const ids = before.reportLinks.map((reportLink: { id: string }) => reportLink.id)
    expect(ids.slice(0, 2)).toEqual([second.id, first.id])
    expect(JSON.stringify(before)).not.toContain('tmb_report_')
    expect((await account.call('DELETE', `/report-link/${first.id}`)).status).toBe(204)
    expect((await account.call('DELETE', `/report-link/${first.id}`)).status).toBe(404)
    expect([await shows(first.url), await shows(second.url)]).toEqual([404, 200])
    const after = await list(`?profileId=${done}`)
    expect(after.pagination.total).toBe(before.pagination.total - 1)
    const { entries } = (await account.call('GET', '/audit-log?action=delete_report_link')).body
    expect(entries[0]).toMatchObject({
      target: { type: 'profile', id: done },
      changes: { reportLinkId: first.id },
    })
    expect((await list(`?profileId=${open}`)).reportLinks).toEqual([])
  })

  test('404 for the link of another account, which stays valid', { tags: 'long' }, async () => {
    const { id, url } = (await make({ profileId: done })).body.data
    const other = await running.account()
    expect((await other.call('DELETE', `/report-link/${id}`)).status).toBe(404)
    expect((await other.call('GET', '/report-links')).body.reportLinks).toEqual([])
    expect(await shows(url)).toBe(200)
  })
})

describe('a report link', () => {
  test('expires, and is deleted a week later', async () => {
    now = start
    const { id, url } = (await make({ profileId: done, validMinutes: 5 })).body.data
    const kept = async () => (await tables.rows('select 1 from report_link where id = $1', [id])).length
    try {
      now = start + 5 * 60_000 - 1
      expect(await shows(url)).toBe(200)
      now = start + 5 * 60_000
      expect(await shows(url)).toBe(404)
      await running.service.sweepRetention()
      expect(await kept()).toBe(1)
      now = start + 8 * 86_400_000
      await running.service.sweepRetention()
      expect(await kept()).toBe(0)
    } finally {
      now = start
    }
  })

  test('shows nothing during a retake, while the account is paused, and after the person was deleted', async () => {
    const taker = await openTaker(running, account, { assessmentIds: ['core'] })
    await take(running, taker, 1, ['core'])
    const { id, url } = (await make({ profileId: taker.profileId })).body.data
    const team = (await make({ profileIds: [taker.profileId, done] })).body.data
    await account.call('POST', `/profile/${taker.profileId}/retake`)
    expect(await shows(url)).toBe(404)
    await take(running, taker, 2, ['core'], 1)
    expect(await shows(url)).toBe(200)
    await tables.rows('update account set paused = true where id = $1', [account.id])
    expect(await shows(url)).toBe(404)
    await tables.rows('update account set paused = false where id = $1', [account.id])
    const exported = (await account.call('GET', `/profile/${taker.profileId}/export`)).body.data.reportLinks
    expect(exported).toMatchObject([{ id, madeBy: 'account', revokedAt: null }])
    expect((await account.call('DELETE', `/profile/${taker.profileId}`)).status).toBe(204)
    expect(await shows(url)).toBe(404)
    expect(Object.keys(await tables.holding(taker.profileId))).toEqual(['audit_entry', 'event'])
    expect(
      (await list('?limit=100')).reportLinks.find((reportLink: { id: string }) => reportLink.id === team.id)
        .profileIds,
    ).toEqual([done])
  })

  test('counts no report: only the first completion does', { tags: 'long' }, async () => {
    const used = async () => {
      const { reportsGenerated, trialReportsUsed } = (await account.call('GET', '/account')).body.data
      return { reportsGenerated, trialReportsUsed }
    }
    const before = await used()
    const { url } = (await make({ profileId: done })).body.data
    await shows(url)
    await shows(url)
    expect(await used()).toEqual(before)
  })
})
