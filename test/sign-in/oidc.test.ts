import { beforeAll, describe, expect, test } from 'vitest'
import { openFormBrowser } from '../support/form-browser.ts'
import { startIdentityProvider, type Tampering } from '../support/identity-provider.ts'
import { mailboxMessages } from '../support/signing-in.ts'
import {
  addMember,
  type Companies,
  type Company,
  membersIn,
  sessionIn,
  signInThrough,
  startAt,
  startCompanies,
} from './company.ts'

let companies: Companies
let company: Company
let ada: string
beforeAll(async () => {
  companies = await startCompanies()
  company = await companies.open()
  ada = `ada@${company.domain}`
  await addMember(companies.running, company.account, ada)
})

describe('an answer of an OpenID provider is refused, and signs in nobody, with', () => {
  test.each<[string, Tampering]>([
    ['another state', { answer: { state: 'x'.repeat(43) } }],
    ['no state', { answer: { state: undefined } }],
    ['another nonce', { claims: { nonce: 'x'.repeat(43) } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['another issuer in the answer (mix-up, RFC 9207)', { answer: { iss: 'https://evil.test' } }],
    ['no issuer in the answer, although it promises one', { answer: { iss: undefined } }],
    ['another issuer in the token', { claims: { iss: 'https://evil.test' } }],
    ['another audience', { claims: { aud: 'somebody else' } }],
    ['several audiences without us as the authorized party', { claims: { aud: ['client', 'x'], azp: 'x' } }],
    ['a token that has expired', { claims: { exp: Math.floor(Date.now() / 1000) - 3_600 } }],
    ['a token without a signature', { alg: 'none' }],
    ['a token signed with our secret', { alg: 'HS256' }],
    ['a token signed with another key', { otherKey: true }],
    ['an unverified address', { claims: { email_verified: false } }],
    ['an address of which it does not say that it is verified', { claims: { email_verified: undefined } }],
    ['no address', { claims: { email: undefined } }],
    ['an error', { answer: { code: undefined, error: 'access_denied' } }],
    ['a code that it does not take back', { answer: { code: 'bad' } }],
  ])('%s', async (_name, tampering) => {
    const { browser, location } = await startAt(companies.running, company)
    const claims = { email: ada, email_verified: true }
    const page = await browser.open(company.hostile.answer(location, claims, tampering))
    expect(page.status).toBe(400)
    expect(await sessionIn(companies.running, browser)).toBeUndefined()
  })

  test('another browser, or a second use', async () => {
    const { browser, location } = await startAt(companies.running, company)
    expect(location.searchParams.get('code_challenge_method')).toBe('S256')
    const back = company.hostile.answer(location, { email: ada, email_verified: true })
    const strange = openFormBrowser()
    expect((await strange.open(back)).status).toBe(400)
    const cookie = browser.cookie(companies.running.url, 'provider') ?? ''
    expect((await browser.open(back)).status).toBe(200)
    const asked = company.hostile.tokenRequests()
    strange.plant(companies.running.url, `provider=${cookie}; Path=/`)
    expect((await strange.open(back)).status).toBe(400)
    expect(await sessionIn(companies.running, strange)).toBeUndefined()
    expect(company.hostile.tokenRequests(), 'nothing was asked again').toBe(asked)
  })

  test('a provider that is replaced while it is asked', async () => {
    const one = await companies.open()
    const email = `ada@${one.domain}`
    await addMember(companies.running, one.account, email)
    const { browser, location } = await startAt(companies.running, one)
    const entered = { issuer: one.hostile.issuer, client: 'client', secret: 'another secret', join: 'none' }
    const meanwhile = async () => expect((await one.press('oidc', entered)).location).toContain('done=1')
    const back = one.hostile.answer(location, { email, email_verified: true }, { meanwhile })
    expect((await browser.open(back)).status).toBe(400)
    expect(await sessionIn(companies.running, browser)).toBeUndefined()
  })

  test('a provider that has been replaced since, and nothing it opened lasts', async () => {
    const one = await companies.open()
    const email = `ada@${one.domain}`
    await addMember(companies.running, one.account, email)
    const inside = await signInThrough(companies.running, one, { email })
    const waiting = await startAt(companies.running, one)
    const open = () => inside.browser.open(`${companies.running.url}/members`)
    expect((await open()).html).toContain('Members')
    await one.press('oidc', {
      issuer: one.hostile.issuer,
      client: 'client',
      secret: 'another secret entirely',
      join: 'none',
    })
    const back = one.hostile.answer(waiting.location, { email, email_verified: true })
    expect((await waiting.browser.open(back)).status).toBe(400)
    expect((await open()).html).not.toContain(email)
  })
})

describe('a provider', () => {
  test('by oidc-provider signs in members, and lets others join with the role that the account has chosen', async () => {
    const { running } = companies
    const one = await companies.open()
    const provider = await startIdentityProvider(`${running.url}${one.start}/callback`)
    const entered = { issuer: provider.issuer, client: provider.clientId, secret: provider.clientSecret }
    await one.press('oidc', { ...entered, join: 'user' })
    const email = `kofi@${one.domain}`
    provider.signInAs({ sub: 'kofi', email, email_verified: true, name: 'Kofi  Mensah' })
    const { browser, location } = await startAt(running, one)
    const atProvider = await browser.open(location)
    const page = await browser.open(atProvider.left ?? '')
    expect([page.status, page.url.pathname]).toEqual([200, '/members'])
    expect(page.html).toContain('Kofi Mensah')
    const kofi = { email, role: 'user', name: 'Kofi Mensah' }
    expect(await membersIn(running, one.account)).toContainEqual(kofi)
    const entries = await running.db.admin(
      `select actor_kind as by, changes from audit_entry where account_id = $1 and action = 'join_by_provider'`,
      [one.account.id],
    )
    expect(entries).toEqual([{ by: 'member', changes: { role: 'user' } }])
    await running.service.drainOutbox()
    const letters = await mailboxMessages(running.url, one.owner.email)
    expect(letters.map(({ subject }) => subject)).toEqual(
      expect.arrayContaining([
        'Identity provider of Northwind set',
        'Domain proven for Northwind',
        'New member of Northwind',
      ]),
    )
  })

  test('lets in nobody who is no member, unless the account has chosen a role; who was removed is out', async () => {
    const stranger = `eve@${company.domain}`
    const refused = await signInThrough(companies.running, company, { email: stranger })
    expect([refused.page.status, refused.page.html.includes('a member of this provider')]).toEqual([
      400,
      true,
    ])
    const { browser } = await signInThrough(companies.running, company, { email: ada })
    await companies.running.db.admin('delete from member where account_id = $1 and email = $2', [
      company.account.id,
      ada,
    ])
    expect(
      (await browser.open(`${companies.running.url}/members?account=${company.account.id}`)).status,
    ).toBe(404)
    expect((await signInThrough(companies.running, company, { email: ada })).page.status).toBe(400)
    await addMember(companies.running, company.account, ada)
  })

  test('that can’t be reached, or lies in a private network, gets an error and nothing else', async () => {
    const one = await companies.open()
    for (const issuer of ['http://127.0.0.1:9', 'http://10.0.0.1', 'https://169.254.169.254']) {
      await one.press('oidc', { issuer, client: 'client', secret: 'secret', join: 'none' })
      const page = await openFormBrowser().open(companies.running.url + one.start)
      expect([page.status, page.html.includes('can’t be reached')], issuer).toEqual([502, true])
    }
  })

  test('that calls itself otherwise than the entered issuer is refused, when it is saved and when someone signs in', async () => {
    const one = await companies.open()
    const issuer = `${one.hostile.issuer}/.well-known/openid-configuration`
    const entered = { issuer, client: 'client', secret: 'secret', join: 'none' }
    const saved = await one.press('oidc', entered)
    expect([saved.status, saved.text.includes('tenant’s own issuer')]).toEqual([400, true])
    await companies.running.db.admin(
      'update identity_provider set issuer = $2, changed_at = now() where account_id = $1',
      [one.account.id, issuer],
    )
    const page = await openFormBrowser().open(companies.running.url + one.start)
    expect([page.left, page.status, page.html.includes('tenant’s own issuer')]).toEqual([
      undefined,
      502,
      true,
    ])
  })

  test('to which another site leads is only asked after a click', async () => {
    const from = (site: string) =>
      browser.open(`${companies.running.url}${company.start}?continue=members`, { 'sec-fetch-site': site })
    const browser = openFormBrowser()
    const page = await from('cross-site')
    expect([page.status, page.left]).toEqual([200, undefined])
    expect(page.html).toContain(`href="${company.start}?continue=members"`)
    expect(page.html).toContain(`Sign in with ${company.domain}`)
    expect(browser.cookie(companies.running.url, 'provider')).toBeUndefined()
    for (const site of ['same-origin', 'same-site', 'none'])
      expect((await from(site)).left?.origin, site).toBe(company.hostile.issuer)
  })

  test('may be trusted with addresses that it does not mark, but never with those it marks as unverified', async () => {
    const one = await companies.open({ trusts: true })
    const email = `ada@${one.domain}`
    await addMember(companies.running, one.account, email)
    const unmarked = await signInThrough(companies.running, one, { email, email_verified: undefined })
    expect(unmarked.page.status).toBe(200)
    const marked = await signInThrough(companies.running, one, { email, email_verified: false })
    expect(marked.page.status).toBe(400)
  })
})
