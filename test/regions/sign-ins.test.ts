import { beforeAll, expect, test } from 'vitest'
import { receiveFailures } from '../../src/domain/failed-sign-in/record.ts'
import { setRequirePasskey } from '../../src/domain/member/store.ts'
import {
  type CookieJar,
  requestCode,
  sendForm,
  sendWithJar,
  signInByEmail,
  wrongCode,
} from '../oauth/sign-in-requests.ts'
import { registration } from '../oauth/virtual-passkey.ts'
import { type Regions, startRegions } from '../support/regions.ts'

let regions: Regions
beforeAll(async () => {
  regions = await startRegions()
})

test('an account of another region that requires passkeys prevents a sign-in by code from changing them', async () => {
  const { us, eu } = regions
  const email = 'bo@northwind.test'
  const account = await eu.account({ owner: email })
  await eu.service.syncRegions()
  const jar = await signInByEmail(us, email)
  const post = (path: string, body: unknown, by: CookieJar) => {
    const headers = { 'content-type': 'application/json' }
    return sendWithJar(us.url + path, { method: 'POST', jar: by, headers, body: JSON.stringify(body) })
  }
  const add = async () => {
    const { challenge } = JSON.parse((await post('/passkeys/options', {}, jar)).text)
    return (await post('/passkeys', { response: registration(us.url, challenge), name: 'Key' }, jar)).status
  }
  const passkeys = () => us.db.admin<{ id: string }>('select credential_id as id from passkey')
  const remove = async () =>
    sendForm(`${us.url}/passkeys/remove`, { id: (await passkeys())[0]?.id ?? '' }, jar)

  await eu.db.database.inAccount(account.id, (sql) => setRequirePasskey(sql, account.id, true))
  await eu.service.syncRegions()
  // The first one can be added after a code.
  expect(await add()).toBe(200)
  expect(await add()).toBe(400)
  await remove()
  expect(await passkeys()).toHaveLength(1)
  await us.db.admin(`update person_session set method = 'passkey'`)
  expect(await add()).toBe(200)
  await remove()
  expect(await passkeys()).toHaveLength(1)
  // The account's audit log in the other region has each of them.
  const entries = await eu.db.admin(
    `select action from audit_entry where account_id = $1 and action like '%passkey' order by seq`,
    [account.id],
  )
  expect(entries).toEqual(['add_passkey', 'add_passkey', 'remove_passkey'].map((action) => ({ action })))
})

test('failed sign-ins of a member are in the audit log of the home region once, also after it was unreachable', async () => {
  // A minute after a full hour, so that the test does not cross into the next hour.
  regions.pass(3_660 - ((Date.now() / 1000) % 3_600))
  const { us } = regions
  const account = await regions.eu.account({ owner: 'ada@northwind.test' })
  await regions.eu.service.syncRegions()
  const [member] = await regions.eu.db.admin<{ id: string }>('select id from member where account_id = $1', [
    account.id,
  ])
  const jar: CookieJar = new Map()
  const code = await requestCode(us, 'ada@northwind.test', jar)
  for (let n = 0; n < 3; n += 1) await sendForm(`${us.url}/sign-in`, { code: wrongCode(code) }, jar)
  await us.service.sweepAuthorization()
  await regions.eu.stop()
  regions.pass(3_720)
  await us.service.sweepAuthorization()
  const waiting = () => us.db.admin('select region, failures from failed_sign_in')
  expect(await waiting()).toEqual([{ region: 'eu', failures: 3 }])

  regions.eu = await regions.eu.again()
  await us.service.sweepAuthorization()
  expect(await waiting()).toEqual([])
  const entries = () =>
    regions.eu.db.admin<{ changes: { count: number; since: string; until: string } }>(
      `select target_id, changes from audit_entry where account_id = $1 and action = 'sign_in_failed'`,
      [account.id],
    )
  const [entry] = await entries()
  expect(entry).toMatchObject({ target_id: member?.id, changes: { count: 3 } })
  // As after a lost answer: the same message is sent again.
  const since = entry?.changes.since ?? ''
  const hour = new Date(Math.floor(Date.parse(since) / 3_600_000) * 3_600_000).toISOString()
  const { clock, newId, installation } = regions.eu.service.parts
  const parts = { database: regions.eu.db.database, clock, newId, secretKey: installation.secretKey }
  const sent = { accountId: account.id, hour, members: [{ memberId: member?.id, ...entry?.changes }] }
  await receiveFailures(parts, sent)
  expect(await entries()).toHaveLength(1)
})
