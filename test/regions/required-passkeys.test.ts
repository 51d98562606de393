import { expect, test } from 'vitest'
import { setRequirePasskey } from '../../src/domain/member/store.ts'
import { type CookieJar, sendForm, sendWithJar, signInByEmail } from '../oauth/sign-in-requests.ts'
import { registration } from '../oauth/virtual-passkey.ts'
import { startRegions } from '../support/regions.ts'

test('an account of another region that requires passkeys prevents a sign-in by code from changing them', async () => {
  const { us, eu } = await startRegions()
  const email = 'ada@northwind.test'
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
