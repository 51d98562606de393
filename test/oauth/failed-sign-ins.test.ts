import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { countFailedSignIns } from '../../src/domain/failed-sign-in/count.ts'
import { deliverFailedSignIns } from '../../src/domain/failed-sign-in/deliver.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import {
  type Json,
  signIn,
  startTestService,
  type TestAccount,
  type TestService,
} from '../support/service.ts'
import {
  type CookieJar,
  requestCode,
  sendForm,
  sendWithJar,
  signInByEmail,
  wrongCode,
} from './sign-in-requests.ts'
import { openVirtualPasskey } from './virtual-passkey.ts'

const secretKey = Buffer.alloc(32, 7).toString('base64url')
let running: TestService
// A minute after a full hour, so that no test crosses into the next hour.
let ahead = 3_600_000 - (Date.now() % 3_600_000) + 60_000
const clock = () => new Date(Date.now() + ahead)
const pass = (minutes: number) => {
  ahead += minutes * 60_000
}

beforeAll(async () => {
  running = await startTestService({ SECRET_KEY: secretKey, TRUSTED_PROXIES: '127.0.0.1,::1' }, { clock })
})

async function addMember({ id }: TestAccount, email: string, isAccepted = true): Promise<string> {
  const memberId = newPublicId()
  await running.db.admin(
    `insert into member (account_id, id, email, role, created_at, accepted_at)
     values ($1, $2, $3, 'user', now(), case when $4::boolean then now() end)`,
    [id, memberId, email, isAccepted],
  )
  return memberId
}

const newEmail = () => `${newPublicId()}@test.test`

/** The account's entries on failed sign-ins, oldest first. */
async function entriesOf(account: TestAccount): Promise<Json[]> {
  const found = await running.db.admin<Json>(
    `select actor_kind, actor_id, target_type, target_id, changes from audit_entry
      where account_id = $1 and action = 'sign_in_failed' order by seq`,
    [account.id],
  )
  return found
}

/** Sends wrong codes for an address; the last ones come after the attempt has ended. */
async function guess(email: string, count: number, headers: Record<string, string> = {}): Promise<CookieJar> {
  const jar: CookieJar = new Map()
  const code = await requestCode(running, email, jar)
  for (let n = 0; n < count; n += 1) {
    const body = new URLSearchParams({ code: wrongCode(code) })
    const { status } = await sendWithJar(`${running.url}/sign-in`, { method: 'POST', body, headers, jar })
    expect(status).toBe(400)
  }
  return jar
}

/** Flushes the counts, and moves them into the audit logs after the hour. */
const hourLater = async () => {
  await running.service.sweepAuthorization()
  pass(62)
  await running.service.sweepAuthorization()
}

describe('failed sign-ins of a member', () => {
  test('add one entry per hour to the audit log of each of their accounts', async () => {
    const [one, other, foreign] = await Promise.all([running.account(), running.account(), running.account()])
    const email = newEmail()
    const memberId = await addMember(one, email)
    await addMember(other, email)
    // Five wrong ones, and two after the attempt has ended.
    await guess(email, 7)
    await running.service.sweepAuthorization()
    expect(await entriesOf(one)).toEqual([])
    await hourLater()
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    expect(await entriesOf(one)).toEqual([
      {
        actor_kind: 'system',
        actor_id: 'sign-in',
        target_type: 'member',
        target_id: memberId,
        changes: { count: 7, since: time, until: time },
      },
    ])
    expect(await entriesOf(other)).toMatchObject([{ changes: { count: 7 } }])
    expect(await entriesOf(foreign)).toEqual([])
    await running.service.sweepAuthorization()
    expect(await entriesOf(one)).toHaveLength(1)

    const call = (await signIn(running.baseUrl, one)) as string
    const answer = await fetch(`${running.baseUrl}/audit-log?action=sign_in_failed&includeNames=true`, {
      headers: { authorization: `Bearer ${call}` },
    })
    const { entries } = (await answer.json()) as Json
    expect(entries[0]).toMatchObject({ actor: { kind: 'system' }, target: { name: email } })
  })

  test('include expired codes', async () => {
    const account = await running.account()
    const email = newEmail()
    await addMember(account, email)
    const jar: CookieJar = new Map()
    const code = await requestCode(running, email, jar)
    pass(11)
    expect((await sendForm(`${running.url}/sign-in`, { code }, jar)).status).toBe(400)
    await hourLater()
    expect(await entriesOf(account)).toMatchObject([{ changes: { count: 1 } }])
  })

  test('are added although another part of the sweep fails', async () => {
    const account = await running.account()
    const email = newEmail()
    await addMember(account, email)
    await guess(email, 2)
    await running.db.admin(
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`,
    )
    await running.db.admin(
      'create trigger refuse before delete on sign_in_code for each statement execute function refuse()',
    )
    await hourLater()
    await running.db.admin('drop trigger refuse on sign_in_code')
    expect(await entriesOf(account)).toMatchObject([{ changes: { count: 2 } }])
    expect(running.logged()).toContain('authorization: a step failed')
  })

  test('include invalid responses of their passkey, but not unknown passkeys', async () => {
    const account = await running.account()
    const email = newEmail()
    await addMember(account, email)
    const jar = await signInByEmail(running, email)
    const post = async (path: string, body: unknown, by?: CookieJar) => {
      const headers = { 'content-type': 'application/json' }
      return sendWithJar(running.url + path, { method: 'POST', jar: by, headers, body: JSON.stringify(body) })
    }
    const challengeAt = async (path: string, by?: CookieJar) =>
      JSON.parse((await post(path, {}, by)).text).challenge
    const device = openVirtualPasskey(running.url)
    const response = device.registration(await challengeAt('/passkeys/options', jar))
    expect((await post('/passkeys', { response, name: 'Key' }, jar)).status).toBe(200)
    const [person] = await running.db.admin<{ id: string }>('select id from person where email = $1', [email])
    const answer = async (by: ReturnType<typeof openVirtualPasskey>) =>
      by.answer(await challengeAt('/sign-in/passkey/options'), person?.id ?? '') as Json
    const forged = await answer(device)
    forged.response.signature = (await answer(device)).response.signature
    expect((await post('/sign-in/passkey', { response: forged })).status).toBe(400)
    const good = await answer(device)
    expect((await post('/sign-in/passkey', { response: good })).status).toBe(200)
    // The same answer again uses a spent challenge.
    expect((await post('/sign-in/passkey', { response: good })).status).toBe(400)
    const unknown = await answer(openVirtualPasskey(running.url))
    expect((await post('/sign-in/passkey', { response: unknown })).status).toBe(400)
    await hourLater()
    expect(await entriesOf(account)).toMatchObject([{ changes: { count: 2 } }])
  })

  test('add nothing for an address that is only invited, or unknown', async () => {
    const account = await running.account()
    const email = newEmail()
    await addMember(account, email, false)
    await guess(email, 2)
    const jar: CookieJar = new Map()
    await sendForm(`${running.url}/sign-in`, { email: newEmail() }, jar)
    await sendForm(`${running.url}/sign-in`, { code: '000000' }, jar)
    await hourLater()
    expect(await entriesOf(account)).toEqual([])
    expect(await running.db.admin('select 1 from failed_sign_in')).toEqual([])
  })

  test('are written before a clean stop', async () => {
    const account = await running.account()
    const email = newEmail()
    const memberId = await addMember(account, email)
    const { db } = running
    const beside = await startTestService({ SECRET_KEY: secretKey }, { clock, db })
    const jar: CookieJar = new Map()
    const code = await requestCode(beside, email, jar)
    await sendForm(`${beside.url}/sign-in`, { code: wrongCode(code) }, jar)
    await beside.service.stop()
    expect(await db.admin('select member_id, failures from failed_sign_in')).toEqual([
      { member_id: memberId, failures: 1 },
    ])
    await hourLater()
    expect(await entriesOf(account)).toMatchObject([{ changes: { count: 1 } }])
  })
})

describe('a flood of wrong codes', () => {
  test("from many networks doesn't lock the audit log: it ends while another writer holds its lock", async () => {
    const account = await running.account()
    const email = newEmail()
    await addMember(account, email)
    const client = new pg.Client(running.db.connection)
    await client.connect()
    try {
      await client.query('begin')
      await client.query('select 1 from audit_head where account_id = $1 for update', [account.id])
      const jar = await guess(email, 5)
      const body = new URLSearchParams({ code: '000000' })
      for (let begun = 0; begun < 80; begun += 40) {
        const tried = await Promise.all(
          Array.from({ length: 40 }, (_, n) => {
            const headers = { 'x-forwarded-for': `10.0.${begun % 256}.${n}` }
            return sendWithJar(`${running.url}/sign-in`, { method: 'POST', body, headers, jar })
          }),
        )
        expect(new Set(tried.map(({ status }) => status))).toEqual(new Set([400]))
      }
      await running.service.sweepAuthorization()
      const [row] = await running.db.admin('select failures from failed_sign_in where account_id = $1', [
        account.id,
      ])
      expect(row).toEqual({ failures: 85 })
    } finally {
      await client.end()
    }
    // The account can still write, and its log has nothing of the flood yet.
    expect((await account.call('POST', '/profile', { firstName: 'Ada' })).status).toBe(201)
    expect(await entriesOf(account)).toEqual([])
    await hourLater()
    expect(await entriesOf(account)).toMatchObject([{ changes: { count: 85 } }])
  })

  test('of 10,000 at 30 members, counted by two processes, adds 11 entries an hour that count each one', async () => {
    const account = await running.account()
    const emails = Array.from({ length: 30 }, newEmail)
    for (const email of emails) await addMember(account, email)
    const { database } = running.db
    const counters = [0, 1].map(() => countFailedSignIns({ database, clock, region: 'us' }))
    for (let n = 0; n < 10_000; n += 1) {
      counters[n % 2]?.count(emails[n % 7 === 0 ? 3 : n % 30] as string)
      counters[n % 2]?.count(`stranger-${n}@nowhere.test`)
      if (n % 2_500 === 0) await Promise.all(counters.map((counter) => counter.flush()))
    }
    await Promise.all(counters.map((counter) => counter.flush()))
    const rows = await running.db.admin('select 1 from failed_sign_in where account_id = $1', [account.id])
    expect(rows).toHaveLength(30)
    pass(62)
    const { newId, installation } = running.service.parts
    const parts = { database, clock, newId, secretKey: installation.secretKey, region: 'us' }
    const log = { warn: (fields: Json) => expect.unreachable(String(fields.err)) }
    const deliver = () =>
      deliverFailedSignIns({ ...parts, log, send: async () => {} }, new AbortController().signal)
    await Promise.all([deliver(), deliver()])
    const entries = await entriesOf(account)
    expect(entries.map(({ target_type }) => target_type)).toEqual([...Array(10).fill('member'), 'account'])
    expect(entries.at(-1)).toMatchObject({ target_id: account.id, changes: { members: 20 } })
    expect(entries.reduce((sum, { changes }) => sum + changes.count, 0)).toBe(10_000)
    expect(await running.db.admin('select 1 from failed_sign_in')).toEqual([])
  })

  test('at more addresses than fit in ten seconds drops new ones, and continues to count known ones', async () => {
    const account = await running.account()
    const email = newEmail()
    await addMember(account, email)
    const counter = countFailedSignIns({ database: running.db.database, clock, region: 'us' })
    counter.count(email)
    for (let n = 0; n < 20_000; n += 1) counter.count(`stranger-${n}@nowhere.test`)
    counter.count(email)
    await counter.flush()
    const rows = await running.db.admin('select account_id, failures from failed_sign_in')
    expect(rows).toEqual([{ account_id: account.id, failures: 2 }])
    await hourLater()
  })

  test('is written later if the database is unavailable', async () => {
    const account = await running.account()
    const email = newEmail()
    await addMember(account, email)
    const { database } = running.db
    let isAway = true
    const inSystem: typeof database.inSystem = (...parameters) =>
      isAway ? Promise.reject(new Error('away')) : database.inSystem(...parameters)
    const counter = countFailedSignIns({ database: { ...database, inSystem }, clock, region: 'us' })
    counter.count(email)
    await expect(counter.flush()).rejects.toThrow('away')
    counter.count(email)
    isAway = false
    await counter.flush()
    expect(await running.db.admin('select failures from failed_sign_in')).toEqual([{ failures: 2 }])
    await hourLater()
  })
})
