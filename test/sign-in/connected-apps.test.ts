import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyAudit } from '../../scripts/administration/verify.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import { callAs, type TestAccount } from '../support/service.ts'
import { openPerson } from '../support/signing-in.ts'
import { type AppTokens, registerApp, type ThirdParty, thirdParty } from '../support/third-party.ts'
import { addMember, type Companies, type Company, signInThrough, startCompanies } from './company.ts'

let companies: Companies
const noAnchors = mkdtempSync(join(tmpdir(), 'timbre-connected-'))
afterAll(() => rmSync(noAnchors, { recursive: true }))
let app: ThirdParty
let dashboard: ThirdParty
beforeAll(async () => {
  companies = await startCompanies()
  const { url } = companies.running
  app = await registerApp(url)
  dashboard = thirdParty(url, { clientId: 'dashboard', redirectUri: `${url}/callback` })
})

/** What Ada connects after signing in through the provider, and with a code. */
async function connectApps(company: Company) {
  const { running } = companies
  const ada = `ada@${company.domain}`
  const adaId = await addMember(running, company.account, ada)
  const { browser } = await signInThrough(running, company, { email: ada })
  const vouched = openPerson(running.url, ada, browser)
  const opened = dashboard.request()
  const { url } = await vouched.visit(opened.address)
  const { access_token: accessToken, refresh_token: refreshToken } = (
    await dashboard.redeem(url, opened.verifier)
  ).body
  return {
    adaId,
    vouched,
    dashboardOfProvider: { accessToken, refreshToken },
    byProvider: await app.connect(vouched),
    byCode: await app.connect(openPerson(running.url, ada)),
  }
}

async function isConnected({ accessToken, refreshToken }: Pick<AppTokens, 'accessToken' | 'refreshToken'>) {
  const headers = { authorization: `Bearer ${accessToken}` }
  const { status } = await fetch(`${companies.running.baseUrl}/test`, { headers })
  const refreshed = await app.refresh(refreshToken)
  expect([200, 401], 'the token').toContain(status)
  expect(refreshed.status === 200, 'both the token and its renewal').toBe(status === 200)
  return status === 200
}

async function isSignedIn({ accessToken }: { accessToken: string }) {
  const headers = { authorization: `Bearer ${accessToken}` }
  return (await fetch(`${companies.running.baseUrl}/test`, { headers })).status === 200
}

async function endsOf({ account }: { account: { id: string } }) {
  return companies.running.db.admin(
    `select action, changes ->> 'reason' as reason, actor_kind as by from audit_entry
      where account_id = $1 and action in ('disconnect_app', 'sign_out') order by action`,
    [account.id],
  )
}

const ends: [string, (company: Company) => Promise<void>, string][] = [
  [
    'its provider is changed',
    async ({ press, hostile }) => {
      const entered = { issuer: hostile.issuer, client: 'client', secret: 'another secret', join: 'none' }
      expect((await press('oidc', entered)).location).toContain('done=1')
    },
    'member',
  ],
  [
    'its provider is removed',
    async ({ press }) => expect((await press('remove-provider')).location).toContain('done=1'),
    'member',
  ],
  [
    'its domain is removed',
    async ({ press, domain }) => expect((await press('remove', { domain })).location).toContain('done=1'),
    'member',
  ],
  [
    'the record of its domain has been gone for a week',
    async ({ domain }) => {
      const { running, records } = companies
      records.delete(`_timbre.${domain}`)
      await running.db.admin(
        `update sign_in_domain set checked_at = now() - interval '25 hours',
            missing_since = now() - interval '8 days' where domain = $1`,
        [domain],
      )
      await running.service.sweepAuthorization()
    },
    'system',
  ],
]

test.each(ends)('what was connected in a session of the provider ends when %s', async (_, end, by) => {
  const company = await companies.open()
  const connected = await connectApps(company)
  const { byProvider, byCode, dashboardOfProvider } = connected
  expect([await isConnected(byProvider), await isConnected(byCode)]).toEqual([true, true])
  expect(await isSignedIn(dashboardOfProvider)).toBe(true)
  await end(company)
  expect(await isConnected(byProvider), 'the app connected in that session').toBe(false)
  expect(await isSignedIn(dashboardOfProvider), 'its dashboard').toBe(false)
  expect(await isSignedIn(byCode), 'the app connected after a code').toBe(true)
  expect(await endsOf(company)).toEqual([
    { action: 'disconnect_app', reason: 'provider_ended', by },
    { action: 'sign_out', reason: 'provider_ended', by },
  ])
})

test('only of the account whose provider ends, with its sandboxes, and of the domain that it loses', async () => {
  const { running } = companies
  const [company, other] = [await companies.open(), await companies.open()]
  const { adaId, vouched } = await connectApps(company)
  const sandbox = await running.account({ mode: 'sandbox', name: 'Sandbox' })
  await running.db.admin('insert into sandbox (account_id, id, created_at) values ($1, $2, now())', [
    company.account.id,
    sandbox.id,
  ])
  await running.db.admin(
    `insert into member (account_id, id, email, role, created_at, accepted_at)
     values ($1, $2, $3, 'manager', now(), now())`,
    [sandbox.id, adaId, vouched.email],
  )
  const inSandbox = await app.connect(vouched, { account: sandbox.id })
  const asApp = callAs(running.baseUrl, inSandbox.accessToken)
  expect((await asApp('POST', '/assessment-invite', { customId: 'booth' })).status).toBe(201)
  const elsewhere = (await connectApps(other)).byProvider
  const second = `${newPublicId()}.test`
  await company.press('add', { domain: second })
  expect((await company.press('remove', { domain: second })).location).toContain('done=1')
  expect([await isSignedIn(inSandbox), await isSignedIn(elsewhere)]).toEqual([true, true])
  await company.press('remove-provider')
  expect([await isSignedIn(inSandbox), await isSignedIn(elsewhere)]).toEqual([false, true])
  // Each account has its own in its log and its events.
  const ends = [{ action: 'disconnect_app', reason: 'provider_ended', by: 'member' }]
  expect(await endsOf({ account: sandbox })).toEqual(ends)
  expect(await linksEndedIn(sandbox)).toBe(1)
  expect(await linksEndedIn(company.account)).toBe(0)
  expect([await faultsOf(sandbox), await faultsOf(company.account)]).toEqual([[], []])
})

/** What is wrong with the log of an account. */
async function faultsOf({ id }: { id: string }) {
  const { db, service } = companies.running
  const { secretKey } = service.parts.installation
  const { accounts } = await verifyAudit({ database: db.database, secretKey }, noAnchors, id)
  return accounts.flatMap(({ faults }) => faults)
}

async function linksEndedIn({ call }: TestAccount): Promise<number> {
  const { body } = await call('GET', '/events?types=shareLink.ended')
  return body.events.length
}
