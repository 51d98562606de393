import { beforeAll, describe, expect, test } from 'vitest'
import { createCsrfProtection } from '../../src/http/oauth/csrf.ts'
import { openSignedInBrowser } from '../oauth/members-page.ts'
import { openVirtualPasskey, type VirtualPasskey } from '../oauth/virtual-passkey.ts'
import { createAppGranter } from '../support/delegates.ts'
import { type FormBrowser, openFormBrowser } from '../support/form-browser.ts'
import type { Json } from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'
import {
  addMember,
  type Companies,
  type Company,
  membersIn,
  publish,
  sessionIn,
  signInThrough,
  startAt,
  startCompanies,
} from './company.ts'

let companies: Companies
let tables: Tables
/** Somebody else's account, and the account of an attacker with a domain and a provider. */
let victim: Company
let attacker: Company
beforeAll(async () => {
  companies = await startCompanies()
  ;[victim, attacker] = [await companies.open({ join: 'manager' }), await companies.open({ join: 'manager' })]
  await addMember(companies.running, victim.account, `ada@${victim.domain}`)
  tables = await openTables(companies.running.db)
})

async function memberIdOf(accountId: string, email: string): Promise<string> {
  const [row] = await companies.running.db.admin<{ id: string }>(
    'select id from member where account_id = $1 and email = $2',
    [accountId, email],
  )
  return row?.id ?? ''
}

/** Sends a form with the proof of the page at this path. */
async function postAs(browser: FormBrowser, path: string, fields: Record<string, string>): Promise<number> {
  const { url, service } = companies.running
  const secret = browser.cookie(url, 'person') ?? ''
  const { createToken } = createCsrfProtection(service.parts.installation.secretKey)
  const purpose = path.split('/')[1] ?? ''
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { cookie: `person=${secret}` },
    body: new URLSearchParams({ proof: createToken(secret, purpose), ...fields }),
    redirect: 'manual',
  })
  return answer.status
}

const victimRows = () => tables.holding(victim.account.id)

describe('an attacker with an account and a provider of their own', () => {
  test.each([
    ['a member of another account', () => `ada@${victim.domain}`],
    ['its owner', () => `owner@${victim.domain}`],
    ['someone new at its domain', () => `eve@${victim.domain}`],
    ['someone at a domain that no account has proven', () => 'eve@unproven.test'],
    ['an address below the own domain', () => `eve@mail.${attacker.domain}`],
    ['an address that ends like the own domain', () => `eve@not${attacker.domain}`],
    ['two addresses in one', () => `ada@${victim.domain},eve@${attacker.domain}`],
    ['an address with a second @', () => `ada@${victim.domain}@${attacker.domain}`],
    ['an address with a null character', () => `ada@${victim.domain}\0@${attacker.domain}`],
    ['an address with a line break', () => `ada@${victim.domain}\n@${attacker.domain}`],
  ])('signs in as nobody when it vouches for %s', async (_name, email) => {
    const before = await victimRows()
    const own = await membersIn(companies.running, attacker.account)
    const { browser, page } = await signInThrough(companies.running, attacker, { email: email() })
    expect(page.status).toBe(400)
    expect(await sessionIn(companies.running, browser)).toBeUndefined()
    expect(await victimRows()).toEqual(before)
    expect(await membersIn(companies.running, attacker.account)).toEqual(own)
  })

  test("can't prove the domain of another account, even with its own record there", async () => {
    const { domain } = victim
    await attacker.press('add', { domain })
    expect((await attacker.press('prove', { domain })).status, 'without a record').toBe(400)
    await publish(companies, { account: attacker.account, domain })
    const tried = await attacker.press('prove', { domain })
    expect([tried.status, tried.text.includes('Another account has proven this domain')]).toEqual([400, true])
    const { page } = await signInThrough(companies.running, attacker, { email: `ada@${domain}` })
    expect(page.status).toBe(400)
    const { page: own } = await signInThrough(companies.running, victim, { email: `ada@${domain}` })
    expect(own.status).toBe(200)
    await attacker.press('remove', { domain })
  })

  test('gets into its own account only, with an address that is a member of others too', async () => {
    const email = `both@${attacker.domain}`
    await addMember(companies.running, attacker.account, email)
    await addMember(companies.running, victim.account, email, { role: 'owner' })
    await addMember(companies.running, victim.account, `guest@${attacker.domain}`, { accepted: false })
    const { browser, page } = await signInThrough(companies.running, attacker, { email })
    expect(page.status).toBe(200)
    expect(await sessionIn(companies.running, browser)).toMatchObject({ email, only: attacker.account.id })
    const { url } = companies.running
    for (const path of ['members', 'clients', 'access', 'company']) {
      const other = await browser.open(`${url}/${path}?account=${victim.account.id}`)
      expect([other.status, other.html.includes(victim.domain)], path).toEqual([404, false])
    }
    // Nor does it see or end what this person has connected there.
    const [{ id: personId } = { id: '' }] = await companies.running.db.admin<{ id: string }>(
      'select id from person where email = $1',
      [email],
    )
    const grantApp = await createAppGranter(companies.running)
    const memberId = await memberIdOf(victim.account.id, email)
    const { grantId, token } = await grantApp(victim.account, { by: { personId, memberId } })
    const apps = await browser.open(`${url}/apps`)
    expect([apps.status, apps.html.includes(victim.account.id), apps.html.includes(grantId)]).toEqual([
      ...[200, false, false],
    ])
    await postAs(browser, '/apps', { grant: grantId })
    const answer = await fetch(`${companies.running.baseUrl}/test`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.status).toBe(200)
    // Nor someone who was only invited there.
    const invited = await signInThrough(companies.running, attacker, { email: `guest@${attacker.domain}` })
    const list = await invited.browser.open(`${url}/members`)
    expect(list.html).not.toContain(victim.account.id)
    const [guest] = await companies.running.db.admin(
      'select accepted_at as at from member where account_id = $1 and email = $2',
      [victim.account.id, `guest@${attacker.domain}`],
    )
    expect(guest).toEqual({ at: null })
  })

  test('sees no passkey and no session of that person beside those of this account', {
    tags: 'long',
  }, async () => {
    const { running } = companies
    const email = `both@${attacker.domain}`
    const { browser } = await signInThrough(running, attacker, { email })
    await running.db.admin(
      `insert into passkey (credential_id, person_id, public_key, counter, transports, device_type, backed_up, name,
         created_at) select 'own-key', id, '\\x01', 0, '{}', 'd', false, 'My own key', now() from person where email = $1`,
      [email],
    )
    const own = await openSignedInBrowser(running, email)
    const page = await browser.open(`${running.url}/passkeys`)
    expect([page.status, page.html.includes('My own key')]).toEqual([200, false])
    expect(await postAs(browser, '/sessions/end', {})).toBe(303)
    expect(await postAs(browser, '/passkeys/remove', { id: 'own-key' })).toBe(303)
    expect(await postAs(browser, '/sign-out/everywhere', {})).toBe(303)
    const there = await own.get('/passkeys')
    expect([there.status, there.text.includes('My own key')]).toEqual([200, true])
  })

  test("learns neither the ids of that person's other passkeys nor that there are any, and adds one beside them", async () => {
    const { running } = companies
    const email = `keys@${attacker.domain}`
    await addMember(running, attacker.account, email)
    const own = await running.account({ owner: email })
    const post = async (path: string, body: unknown, cookie: string) => {
      const headers = { 'content-type': 'application/json', cookie }
      const answer = await fetch(running.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
      return { status: answer.status, body: (await answer.json()) as Json }
    }
    const optionsIn = async (cookie: string) => (await post('/passkeys/options', {}, cookie)).body
    const add = async (cookie: string, device: VirtualPasskey) => {
      const { challenge } = await optionsIn(cookie)
      const sent = { response: device.registration(challenge), name: 'Key' }
      expect((await post('/passkeys', sent, cookie)).status).toBe(200)
    }
    const signIn = async (device: VirtualPasskey, handle: string) => {
      const { challenge } = (await post('/sign-in/passkey/options', {}, '')).body
      const response = device.answer(challenge, Buffer.from(handle, 'base64url').toString('hex'))
      return (await post('/sign-in/passkey', { response }, '')).status
    }
    const self = await openSignedInBrowser(running, email)
    const [ownKey, keyThere] = [openVirtualPasskey(running.url), openVirtualPasskey(running.url)]
    const handle = (await optionsIn(self.cookie)).user.id
    await add(self.cookie, ownKey)
    // Their own account requires passkeys: what that means for their other accounts is nobody else's business.
    await running.db.admin('update account set require_passkey = true where id = $1', [own.id])
    const { browser } = await signInThrough(running, attacker, { email })
    const cookie = `person=${browser.cookie(running.url, 'person')}`
    const told = await optionsIn(cookie)
    expect([told.excludeCredentials, JSON.stringify(told).includes(ownKey.id)]).toEqual([[], false])
    // A device keeps one passkey for each handle, and replaces those that it isn't told of.
    expect(told.user.id).not.toBe(handle)
    const page = await browser.open(`${running.url}/passkeys`)
    expect(page.html).not.toContain('again=passkey')
    await add(cookie, keyThere)
    const again = await signInThrough(running, attacker, { email })
    const after = await optionsIn(`person=${again.browser.cookie(running.url, 'person')}`)
    expect(after.excludeCredentials.map(({ id }: Json) => id)).toEqual([keyThere.id])
    expect([await signIn(ownKey, handle), await signIn(keyThere, told.user.id)]).toEqual([200, 200])
    // As passkeys were made before they had a handle of their own.
    expect([await signIn(keyThere, handle), await signIn(ownKey, told.user.id)]).toEqual([200, 400])
  })

  test("can't finish with the callback of another account, nor with its own answer there", async () => {
    const { browser, location } = await startAt(companies.running, attacker)
    const back = attacker.hostile.answer(location, { email: `ada@${victim.domain}`, email_verified: true })
    back.pathname = `${victim.start}/callback`
    expect((await browser.open(back)).status).toBe(400)
    expect(await sessionIn(companies.running, browser)).toBeUndefined()
    // A browser that has begun with the victim's provider gets the answer of the attacker's.
    const other = await startAt(companies.running, victim)
    const mixed = attacker.hostile.answer(other.location, {
      email: `ada@${victim.domain}`,
      email_verified: true,
    })
    expect((await other.browser.open(mixed)).status).toBe(400)
    expect(await sessionIn(companies.running, other.browser)).toBeUndefined()
  })

  test("can't sign a victim's browser in with the own answer", async () => {
    const { location } = await startAt(companies.running, attacker)
    const back = attacker.hostile.answer(location, { email: `eve@${attacker.domain}`, email_verified: true })
    const strange = openFormBrowser()
    expect((await strange.open(back)).status).toBe(400)
    expect(await sessionIn(companies.running, strange)).toBeUndefined()
  })
})
