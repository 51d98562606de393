import { beforeAll, describe, expect, test } from 'vitest'
import { hashSecret } from '../../src/identity/secret.ts'
import { openSignedInBrowser } from '../oauth/members-page.ts'
import { createAppGranter } from '../support/delegates.ts'
import { type FormBrowser, openFormBrowser } from '../support/form-browser.ts'
import { formWith } from '../support/forms.ts'
import { mailboxMessages } from '../support/signing-in.ts'
import {
  addMember,
  type Companies,
  type Company,
  pressForm,
  sessionIn,
  signInThrough,
  startCompanies,
} from './company.ts'

let companies: Companies
beforeAll(async () => {
  companies = await startCompanies()
})

/** A company that requires its provider, with a member. */
async function strict(): Promise<Company & { ada: string; adaId: string }> {
  const company = await companies.open()
  const ada = `ada@${company.domain}`
  const adaId = await addMember(companies.running, company.account, ada)
  await signInThrough(companies.running, company, { email: ada })
  const on = await company.press('require', { domain: company.domain, require: 'on' })
  expect(on.location).toContain('done=1')
  return { ...company, ada, adaId }
}

/** Enters an address on the sign-in page. */
async function enter(browser: FormBrowser, email: string) {
  const page = await browser.open(`${companies.running.url}/sign-in`)
  const form = formWith(page.forms, 'email')
  if (!form) throw new Error('There is no field for an address.')
  return browser.submit(page, form, { email })
}

async function codeFor(email: string): Promise<string | undefined> {
  await companies.running.service.drainOutbox()
  const [newest] = await mailboxMessages(companies.running.url, email)
  return newest && /(?<![\w-])\d{6}(?![\w-])/.exec(newest.text)?.[0]
}

describe('a domain that requires the provider', () => {
  test('leads every address to it, member or not, and sends no code', async () => {
    const { ada, domain, start } = await strict()
    const pages = []
    for (const email of [ada, `nobody@${domain}`]) {
      const page = await enter(openFormBrowser(), email)
      expect([page.status, page.html.includes(`href="${start}"`)]).toEqual([200, true])
      expect(formWith(page.forms, 'code')).toBeUndefined()
      pages.push(page.html.replaceAll(email, 'x').replace(/nonce-[^']+|nonce="[^"]+"/g, ''))
    }
    expect(pages[0]).toBe(pages[1])
    expect(await codeFor(ada)).toBeUndefined()
  })

  test('refuses a code that was sent before', async () => {
    const company = await companies.open()
    const ada = `ada@${company.domain}`
    await addMember(companies.running, company.account, ada)
    await signInThrough(companies.running, company, { email: ada })
    const browser = openFormBrowser()
    const page = await enter(browser, ada)
    // Not required yet: the provider is offered beside the code.
    expect(page.html).toContain(`href="${company.start}"`)
    const [form, code] = [formWith(page.forms, 'code'), (await codeFor(ada)) ?? '']
    expect([form !== undefined, code]).toEqual([true, expect.stringMatching(/^\d{6}$/)])
    await company.press('require', { domain: company.domain, require: 'on' })
    if (form) await browser.submit(page, form, { code })
    expect(await sessionIn(companies.running, browser)).toBeUndefined()
  })

  test('leads sessions from before to the provider, and lets them see nothing', async () => {
    const { running } = companies
    const { ada, account, start } = await strict()
    const before = await openSignedInBrowser(running, ada)
    const shown = await before.get(`/members?account=${account.id}`)
    expect([shown.status, shown.location, shown.text]).toEqual([303, `${start}?continue=members`, ''])
    const invited = await before.post('/members/invite', {
      ...{ account: account.id, invitee: 'eve@test.test', role: 'user' },
    })
    expect(invited.location ?? invited.text).not.toContain('done=invited')
    expect(
      await running.db.admin(`select 1 from member where account_id = $1 and email = 'eve@test.test'`, [
        account.id,
      ]),
    ).toEqual([])
  })

  test('ends apps that its members had connected; owners and other domains keep theirs', async () => {
    const { running } = companies
    const grantApp = await createAppGranter(running)
    const company = await companies.open()
    const { id } = company.account
    const scopes = ['profiles:read'] as const
    const [own, other] = [
      await grantApp(company.account, { role: 'manager', scopes }),
      await grantApp(company.account, { role: 'manager', scopes }),
    ]
    await running.db.admin('update identity_provider set used_at = now() where account_id = $1', [id])
    await running.db.admin('update member set email = $3 where account_id = $1 and id = $2', [
      ...[id, own.memberId, `ada@${company.domain}`],
    ])
    const status = async ({ token }: { token: string }) =>
      (await fetch(`${running.baseUrl}/test`, { headers: { authorization: `Bearer ${token}` } })).status
    expect([await status(own), await status(other)]).toEqual([200, 200])
    await company.press('require', { domain: company.domain, require: 'on' })
    expect([await status(own), await status(other)]).toEqual([401, 200])
  })

  test('is only required after a sign-in has succeeded, of a proven domain, and by an owner who has just signed in', {
    tags: 'long',
  }, async () => {
    const { running } = companies
    const company = await companies.open()
    const { domain, account } = company
    const untried = await company.press('require', { domain, require: 'on' })
    expect([untried.status, untried.text.includes('Sign in with the provider once')]).toEqual([400, true])
    await company.press('add', { domain: 'other.test' })
    expect((await company.press('require', { domain: 'other.test', require: 'on' })).status).toBe(400)
    const managerEmail = `manager@${domain}`
    await addMember(running, account, managerEmail)
    const manager = await openSignedInBrowser(running, managerEmail)
    expect((await manager.get(`/company?account=${account.id}`)).status).toBe(403)
    const proof = await pressForm(running, manager, '/company/add', { account: account.id, domain: 'x.test' })
    expect(proof.status).toBe(403)
    // A form that was opened before.
    const form = /name="proof" value="([^"]+)"/.exec((await company.owner.get('/company')).text)?.[1] ?? ''
    await running.db.admin(
      `update person_session set created_at = now() - interval '16 minutes' where token_hash = $1`,
      [hashSecret(company.owner.cookie.slice('person='.length))],
    )
    const page = await company.owner.get(`/company?account=${account.id}`)
    expect([page.status, page.text.includes('sign in again first')]).toEqual([200, true])
    for (const [change, fields] of [
      ['add', { domain: 'y.test' }],
      ['prove', { domain: 'other.test' }],
      ['remove', { domain }],
      ['require', { domain, require: 'on' }],
      ['oidc', { issuer: 'https://evil.test', client: 'c', secret: 's' }],
      ['remove-provider', {}],
    ] as const) {
      const answer = await company.press(change, { proof: form, ...fields })
      expect(answer.location, change).toBe('/sign-in?continue=company&again=1')
    }
  })
})

/** Asks for a code on the page that leads to the provider, and signs in with it. */
async function signInWithCode(email: string): Promise<FormBrowser> {
  const browser = openFormBrowser()
  const asked = await enter(browser, email)
  const request = asked.forms.find(({ preset }) => preset.some(([name]) => name === 'recover'))
  if (!request) throw new Error('No code can be asked for.')
  const page = await browser.submit(asked, request)
  const [form, code] = [formWith(page.forms, 'code'), await codeFor(email)]
  if (form && code) await browser.submit(page, form, { code })
  return browser
}

describe('someone at the domain who is a member of other accounts too', () => {
  test('signs in to those with a code, and gets into the account that requires the provider only through it', async () => {
    const { running } = companies
    const { ada, account, owner } = await strict()
    const theirs = await running.account({ name: 'Southwind', owner: ada })
    const browser = await signInWithCode(ada)
    expect(await sessionIn(running, browser)).toMatchObject({ email: ada, method: 'code', only: null })
    expect((await browser.open(`${running.url}/members?account=${theirs.id}`)).status).toBe(200)
    const bound = await browser.open(`${running.url}/members?account=${account.id}`)
    expect([bound.left !== undefined, bound.html]).toEqual([true, ''])
    const recoveries = () =>
      running.db.admin(`select 1 from audit_entry where account_id = $1 and action = 'recover_sign_in'`, [
        account.id,
      ])
    expect(await recoveries()).toHaveLength(0)
    // Owners aren't bound: their code opens both, and the other owners are told.
    await addMember(running, theirs, owner.email)
    const both = await signInWithCode(owner.email)
    for (const { id } of [theirs, account])
      expect((await both.open(`${running.url}/members?account=${id}`)).status).toBe(200)
    expect(await recoveries()).toHaveLength(1)
  })

  test('has no other account by an invitation to a sandbox or to this account, nor by one that requires a provider', {
    tags: 'long',
  }, async () => {
    const { running } = companies
    const { account, domain, ada } = await strict()
    const invited = `invited@${domain}`
    await addMember(running, account, invited, { role: 'owner', accepted: false })
    const other = await companies.open()
    await addMember(running, other.account, ada)
    await running.db.admin(
      `insert into sign_in_domain (account_id, domain, proof, created_at, required) values ($1, $2, 'x', now(), true)`,
      [other.account.id, domain],
    )
    for (const email of [invited, ada])
      expect(await sessionIn(running, await signInWithCode(email)), email).toBeUndefined()
  })
})

describe('when the provider fails', () => {
  test('an owner gets in with a code, into this account only; all owners are told, and it is in the log', async () => {
    const { running } = companies
    const company = await strict()
    const { account, domain, ada, owner } = company
    const second = `second@${domain}`
    await addMember(running, account, second, { role: 'owner' })
    for (const email of [ada, `nobody@${domain}`, second]) {
      const browser = openFormBrowser()
      const asked = await enter(browser, email)
      const recovery = asked.forms.find(({ preset }) => preset.some(([name]) => name === 'recover'))
      if (!recovery) throw new Error('There is no way to recover.')
      const page = await browser.submit(asked, recovery)
      const [form, code] = [formWith(page.forms, 'code'), await codeFor(email)]
      expect(form, email).toBeDefined()
      expect(code !== undefined, email).toBe(email === second)
      if (!form || !code) continue
      await browser.submit(page, form, { code })
      expect(await sessionIn(running, browser)).toMatchObject({ email, method: 'code', only: account.id })
      expect((await browser.open(`${running.url}/company?account=${account.id}`)).status).toBe(200)
    }
    const entries = await running.db.admin(
      `select action from audit_entry where account_id = $1 and action = 'recover_sign_in'`,
      [account.id],
    )
    expect(entries).toHaveLength(1)
    await running.service.drainOutbox()
    for (const email of [owner.email, second]) {
      const subjects = (await mailboxMessages(running.url, email)).map(({ subject }) => subject)
      expect(subjects, email).toContain('An owner of Northwind signed in with a code')
    }
  })
})

describe('an account that requires passkeys too', () => {
  test('wants both: the provider alone is not enough, nor the passkey alone', { tags: 'long' }, async () => {
    const { running } = companies
    const company = await strict()
    const { account, ada } = company
    await running.db.admin('update account set require_passkey = true where id = $1', [account.id])
    const { browser, page } = await signInThrough(running, company, { email: ada })
    expect([page.status, page.html.includes('requires a passkey')]).toEqual([403, true])
    expect(await sessionIn(running, browser)).toMatchObject({ method: 'code', provider: account.id })
    const secret = browser.cookie(running.url, 'person') ?? ''
    await running.db.admin(`update person_session set method = 'passkey' where token_hash = $1`, [
      hashSecret(secret),
    ])
    expect((await browser.open(`${running.url}/members?account=${account.id}`)).status).toBe(200)
    await running.db.admin(
      'update person_session set provider_account_id = null, only_account_id = null where token_hash = $1',
      [hashSecret(secret)],
    )
    const alone = await browser.open(`${running.url}/members?account=${account.id}`)
    expect(alone.left !== undefined, 'led to the provider').toBe(true)
  })
})
