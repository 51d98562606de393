import { randomBytes } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lockAccount, setAccountStatus } from '../src/domain/account/store.ts'
import { callAs, signIn, startTestService, type TestAccount, type TestService } from './support/service.ts'
import { mailboxMessages } from './support/signing-in.ts'
import { openTables, type Tables } from './support/tables.ts'
import { newEmail } from './support/test-rows.ts'

const start = Date.parse('2026-11-21T09:00:00Z')
const inAWeek = '2026-11-28T09:00:00.000Z'
const days = (count: number) => count * 86_400_000
let now = start
let running: TestService
let other: TestService
let tables: Tables
let account: TestAccount
let owner: string
beforeAll(async () => {
  const clock = () => new Date(now)
  const shared = { SECRET_KEY: randomBytes(32).toString('base64url') }
  running = await startTestService(shared, { clock })
  other = await startTestService(shared, { clock, db: running.db })
  tables = await openTables(running.db)
})
beforeEach(async () => {
  now = start
  owner = newEmail()
  account = await running.account({ name: 'Northwind', owner })
})

/** A new token: those from before expire while the clock moves. */
const call: TestAccount['call'] = async (...sent) =>
  callAs(running.baseUrl, await signIn(running.baseUrl, account))(...sent)

/** A person without activity for as many days. */
async function personIdleFor(count: number, name: { firstName?: string; lastName?: string } = {}) {
  const { body } = await call('POST', '/profile', { email: newEmail(), ...name })
  const at = new Date(start - days(count))
  await tables.rows('update profile set created_at = $3, updated_at = $3 where account_id = $1 and id = $2', [
    account.id,
    body.profile.id,
    at,
  ])
  return body.profile.id as string
}

const choose = async (retentionDays: number | null) =>
  (await call('PATCH', '/account/preferences', { retentionDays })).body.data

const standing = async () =>
  (await tables.rows<{ id: string }>('select id from profile where account_id = $1', [account.id])).map(
    ({ id }) => id,
  )

/** As the operator does. */
async function pause(time: number, paused: boolean): Promise<void> {
  now = time
  await running.db.database.inAccount(account.id, async (sql) =>
    setAccountStatus(sql, { ...(await lockAccount(sql, account.id)), paused }, new Date(time)),
  )
}

/** Both instances sweep at this time. */
async function sweepAt(time: number): Promise<void> {
  now = time
  await Promise.all([running.service.sweepRetention(), other.service.sweepRetention()])
}

describe('a period that is chosen', () => {
  test('deletes nobody for seven days, says from when it holds, and then deletes', async () => {
    const id = await personIdleFor(100)
    const chosen = await choose(30)
    expect(chosen.preferences.retentionDays).toBe(30)
    expect(chosen.pendingRetention).toEqual({ holdsFrom: inAWeek, daysBefore: null })
    await sweepAt(start)
    await sweepAt(Date.parse(inAWeek) - 1)
    expect(await standing()).toEqual([id])
    await sweepAt(Date.parse(inAWeek))
    expect(await standing()).toEqual([])
    expect((await call('GET', '/account')).body.data.pendingRetention).toBeNull()
  })

  test('can be changed back until then, and then deletes nobody', async () => {
    const id = await personIdleFor(100)
    await choose(30)
    now = Date.parse(inAWeek) - 1
    expect((await choose(null)).pendingRetention).toBeNull()
    await sweepAt(start + days(60))
    expect(await standing()).toEqual([id])
  })

  test('leaves the former period in force until then if it is shorter', async () => {
    await choose(365)
    now = start + days(8)
    const [old, young] = [await personIdleFor(400), await personIdleFor(100)]
    const { pendingRetention } = await choose(30)
    expect(pendingRetention).toEqual({ holdsFrom: '2026-12-06T09:00:00.000Z', daysBefore: 365 })
    await sweepAt(now)
    expect(await standing()).toEqual([young])
    expect(await standing()).not.toContain(old)
    await sweepAt(start + days(15))
    expect(await standing()).toEqual([])
  })

  test('holds at once if it is longer, and another setting leaves what waits as it is', async () => {
    await choose(30)
    now = start + days(1)
    const renamed = await call('PATCH', '/account/preferences', { locale: 'de' })
    expect(renamed.body.data.pendingRetention).toEqual({ holdsFrom: inAWeek, daysBefore: null })
    now = start + days(8)
    expect((await choose(100)).pendingRetention).toBeNull()
    const id = await personIdleFor(50)
    await sweepAt(now)
    expect(await standing()).toEqual([id])
  })

  test('has as much time left after a pause as before, in which nobody could change it back', async () => {
    const id = await personIdleFor(100)
    await choose(30)
    await pause(start + days(6), true)
    await sweepAt(start + days(20))
    expect(await standing()).toEqual([id])
    await pause(start + days(20), false)
    expect((await call('GET', '/account')).body.data.pendingRetention.holdsFrom).toBe(
      new Date(start + days(21)).toISOString(),
    )
    await sweepAt(start + days(21) - 1)
    expect(await standing()).toEqual([id])
    await sweepAt(start + days(21))
    expect(await standing()).toEqual([])
  })

  test('that holds already goes on holding in a pause', async () => {
    await personIdleFor(100)
    await choose(30)
    await pause(start + days(8), true)
    await sweepAt(start + days(8))
    expect(await standing()).toEqual([])
    const since = () => tables.rows('select retention_from from account where id = $1', [account.id])
    const before = await since()
    await pause(start + days(9), false)
    expect(await since()).toEqual(before)
  })

  test('keeps whom longer days keep that an earlier version wrote meanwhile', async () => {
    await choose(365)
    now = start + days(8)
    await choose(30)
    const id = await personIdleFor(400)
    // It writes the preferences alone.
    await tables.rows(`update account set preferences = '{"retentionDays":3650}' where id = $1`, [account.id])
    await sweepAt(now)
    expect(await standing()).toEqual([id])
    expect((await call('GET', '/account')).body.data.pendingRetention).toBeNull()
  })

  test('is in the audit log with the time from which it holds', async () => {
    await choose(30)
    const entries = await tables.rows(
      `select changes from audit_entry where account_id = $1 and action = 'update_account_preferences'`,
      [account.id],
    )
    expect(entries).toEqual([
      { changes: { fields: ['retentionDays'], retentionDays: 30, retentionFrom: inAWeek } },
    ])
  })

  test('is told to the owners by email, in the language of the account, and once for each choice', async () => {
    const manager = newEmail()
    await tables.rows(
      `insert into member (account_id, id, email, role, created_at, accepted_at)
       values ($1, substr(md5($2), 1, 24), $2, 'manager', $3, $3)`,
      [account.id, manager, new Date(start)],
    )
    await choose(30)
    await choose(30)
    await choose(null)
    await running.service.drainOutbox()
    const [message, ...further] = await mailboxMessages(running.url, owner)
    expect(message?.subject).toBe('Data retention of Northwind: 30 days')
    expect(message?.text).toContain(
      'the first of them on Saturday, 28 November 2026 at 09:00 UTC at the earliest',
    )
    expect(message?.text).toContain('you can change it back')
    expect(message?.text).toContain(`${running.url}/settings#retention`)
    expect(further).toEqual([])
    expect(await mailboxMessages(running.url, manager)).toEqual([])
  })
})

test('429 for more choices on a day than owners are told of, so that none is hidden; changing back is no choice', async () => {
  const patch = (retentionDays: number | null) => call('PATCH', '/account/preferences', { retentionDays })
  for (let place = 0; place < 10; place += 1) expect((await patch(3650 - place)).status).toBe(200)
  const refused = await patch(30)
  expect([refused.status, refused.body.error.code]).toEqual([429, 'email_limit'])
  expect((await call('GET', '/account')).body.data.preferences.retentionDays).toBe(3641)
  expect((await patch(null)).status).toBe(200)
  await running.service.drainOutbox()
  expect(await mailboxMessages(running.url, owner)).toHaveLength(10)
  now = start + days(1)
  expect((await patch(30)).status).toBe(200)
})

describe('the preview of a period', () => {
  const preview = async (count: number) => (await call('GET', `/account/retention?days=${count}`)).body

  test('of days that are chosen already says when these hold: setting them again moves nothing', async () => {
    // Due when the days hold, but not yet seven days later than the preview.
    await personIdleFor(100)
    await choose(30)
    now = start + days(6)
    const created = await personIdleFor(19)
    expect((await preview(30)).data).toMatchObject({ holdsFrom: inAWeek, count: 1 })
    expect((await choose(30)).pendingRetention.holdsFrom).toBe(inAWeek)
    expect((await preview(31)).data).toMatchObject({ holdsFrom: '2026-12-04T09:00:00.000Z' })
    expect(await standing()).toContain(created)
    now = start + days(8)
    expect((await preview(30)).data.holdsFrom).toBeNull()
  })

  test('counts and names those it would delete once it holds, and says from when that is', async () => {
    await personIdleFor(10)
    // Not due yet, but after the seven days.
    await personIdleFor(25)
    const answered = await personIdleFor(100)
    await tables.rows(
      `insert into invite (account_id, id, profile_id, channel, token_hash, created_at, expires_at)
       values ($1, $2, $2, 'email', '\\x01', $3, $3)`,
      [account.id, answered, new Date(start - days(5))],
    )
    const ids = []
    for (let place = 0; place < 12; place += 1)
      ids.push(await personIdleFor(200 - place, { firstName: 'Ada', lastName: `L${place}` }))
    const { data } = await preview(30)
    expect(data).toEqual({
      count: 13,
      isComplete: true,
      people: ids.slice(0, 10).map((id, place) => ({
        id,
        firstName: 'Ada',
        lastName: `L${place}`,
        email: expect.any(String),
        phone: null,
      })),
      holdsFrom: inAWeek,
    })
    expect((await preview(3650)).data).toMatchObject({ count: 0, isComplete: true, people: [] })
    expect(await standing()).toHaveLength(15)
  })

  test('says that a longer period would hold at once', async () => {
    await tables.rows(`update account set preferences = '{"retentionDays":30}' where id = $1`, [account.id])
    expect((await preview(31)).data.holdsFrom).toBeNull()
    expect((await preview(30)).data.holdsFrom).toBeNull()
  })

  test('counts no more than a thousand, and says that there may be more', async () => {
    await tables.rows(
      `insert into profile (account_id, id, created_at, updated_at, state, available_assessments, doc)
       select $1, lpad(to_hex(n), 24, '0'), $2, $2, 'pending', '{disc}', '{}' from generate_series(1, 1203) n`,
      [account.id, new Date(start - days(100))],
    )
    expect((await preview(30)).data).toMatchObject({ count: 1000, isComplete: false })
  })

  test.each([['29'], ['3651'], ['30.5'], ['thirty'], ['']])('400 for %j days', async (text) => {
    const { status, body } = await call('GET', `/account/retention?days=${text}`)
    expect([status, body.error.param]).toEqual([400, 'days'])
  })
})
