import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { newPublicId } from '../../src/platform/ids.ts'
import { formWith, valuesOf } from '../support/forms.ts'
import { agentAt } from '../support/mcp-client.ts'
import { type SecretRecorder, secretEncodings, startSecretRecorder } from '../support/secret-recorder.ts'
import { signIn } from '../support/service.ts'
import { mailboxMessages } from '../support/signing-in.ts'
import { openTables } from '../support/tables.ts'
import { appTokensOf, claimsOf, registerApp, type ThirdParty } from '../support/third-party.ts'
import {
  cookieOf,
  createShareLink,
  followLink,
  inviteTestPerson,
  saveAnswers,
  startShared,
} from '../web/taker-requests.ts'
import { type OAuthFixture, openOAuthFixture } from './oauth-fixture.ts'

let fixture: OAuthFixture
let recorder: SecretRecorder
let dump: string

// An app with a secret has every kind of them, and one secret of each kind in each wrong place shows a leak.
describe('with an app that has a secret', () => keepsSecrets(['client_secret_basic'], 1))
describe('with apps of every kind, and more secrets in wrong places', { tags: 'long' }, () =>
  keepsSecrets(['none', 'client_secret_basic', 'client_secret_post'], 3),
)

/** Goes through everything with apps that authenticate in these ways, and uses so many secrets of a kind wrongly. */
async function runThrough(methods: readonly string[], wrong: number): Promise<void> {
  recorder = startSecretRecorder()
  fixture = await openOAuthFixture({ LOG_LEVEL: 'debug' })
  recorder.record('client_secret', fixture.account.clientSecret)
  for (const token_endpoint_auth_method of methods) {
    await everythingAnAppDoes(await registerApp(fixture.authUrl, { token_endpoint_auth_method }))
  }
  await everythingAMemberDoes()
  await everythingATakerDoes()
  await everythingThatFails(wrong)
  recorder.stop()
  // Kept messages are the demo's mailbox, which SECURITY.md mentions.
  const lines = (await (await openTables(fixture.running.db)).dump()).split('\n')
  dump = lines.filter((line) => !line.startsWith('mailbox_message ')).join('\n')
}
afterAll(() => recorder?.stop())

async function everythingAnAppDoes(app: ThirdParty): Promise<void> {
  const { address, verifier } = app.request()
  const back = await fixture.owner.authorize(address)
  recorder.record('code', back.searchParams.get('code') ?? '')
  recorder.record('code_verifier', verifier)
  const first = appTokensOf(await app.redeem(back, verifier))
  const second = appTokensOf(await app.refresh(first.refreshToken))
  // A sibling within the grace period, then one too many.
  await app.refresh(first.refreshToken)
  await app.refresh(first.refreshToken)
  await fixture.call(second.accessToken, 'GET', '/profiles')
  await agentAt(fixture.url, second.accessToken).call('list_tags', {})
  await app.revoke(second.accessToken)
  // A replayed code ends the family.
  await app.redeem(back, verifier)
  await fixture.owner.authorize(app.request().address, { decision: 'deny' })
  const third = await app.connect(fixture.owner)
  await app.revoke(third.refreshToken)
  const { registration_client_uri: place, registration_access_token: token } = app.registered
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  await fetch(place, { headers })
  const { redirect_uris, token_endpoint_auth_method } = app.registered
  const changed = {
    client_id: app.clientId,
    redirect_uris,
    token_endpoint_auth_method,
    client_name: 'Changed',
  }
  await fetch(place, { method: 'PUT', headers, body: JSON.stringify(changed) })
  // A grant that stays, with an unredeemed code and an unanswered consent.
  await app.connect(fixture.owner)
  const waiting = await fixture.owner.authorize(app.request().address)
  recorder.record('code', waiting.searchParams.get('code') ?? '')
  await fixture.owner.consentPage(app.request().address)
}

async function everythingAMemberDoes(): Promise<void> {
  const { accessToken } = await fixture.app.connect(fixture.owner)
  const apps = await fixture.owner.visit(`${fixture.authUrl}/apps`)
  const grant = claimsOf(accessToken).gid
  const disconnecting = apps.forms.find((form) => valuesOf(form, 'grant').includes(grant))
  if (disconnecting) await fixture.owner.browser.submit(apps, disconnecting)
  const members = await fixture.owner.visit(`${fixture.authUrl}/members`)
  const inviting = formWith(members.forms, 'email')
  const invited = `${newPublicId()}@test.test`
  if (inviting) await fixture.owner.browser.submit(members, inviting, { email: invited })
  await fixture.running.service.drainOutbox()
  await mailboxMessages(fixture.url, invited)
  const leaving = await fixture.member({ [fixture.account.id]: 'user' })
  await fixture.app.connect(leaving)
  const page = await leaving.visit(`${fixture.authUrl}/apps`)
  const everywhere = page.forms.find(({ action }) => action.endsWith('/everywhere'))
  if (everywhere) await leaving.browser.submit(page, everywhere)
}

async function everythingATakerDoes(): Promise<void> {
  const token = await signIn(fixture.running.baseUrl, fixture.account)
  await fixture.call(token, 'GET', '/account')
  const { link } = await inviteTestPerson(fixture.running, fixture.account)
  const opened = await followLink(link)
  const answers = [{ assessment: 'focus', item: 1, value: 3, seq: 1 }]
  await saveAnswers(fixture.url, cookieOf(opened), { attempt: 1, answers })
  const shared = await createShareLink(fixture.account)
  const begun = await startShared(shared)
  await fetch(`${fixture.url}/take`, { headers: { cookie: cookieOf(begun) } })
  // A queued email, so that its link is sealed in the outbox.
  const profile = await fixture.account.call('POST', '/profile', { email: `${newPublicId()}@test.test` })
  await fixture.account.call('POST', `/profile/${profile.body.profile.id}/invite/email`)
}

/** Errors often leak into logs: secrets in wrong places, and a database that fails midway. */
async function everythingThatFails(wrong: number): Promise<void> {
  const all = [...recorder.secrets.values()].flatMap((of) => [...of].slice(0, wrong))
  for (const secret of all) {
    await fetch(`${fixture.url}/${encodeURIComponent(secret)}?token=${encodeURIComponent(secret)}`)
    await fetch(`${fixture.authUrl}/oauth/authorize?client_id=${encodeURIComponent(secret)}`)
    await fixture.call(secret.replace(/[^\w.-]/g, ''), 'GET', '/test')
    await fixture.app.refresh(secret)
    await fixture.app.token({ grant_type: 'authorization_code', code: secret, code_verifier: secret })
    await fixture.app.token({ client_secret: secret, client_id: secret, grant_type: 'refresh_token' })
  }
  const { app, owner, running } = fixture
  const { accessToken, refreshToken } = await app.connect(owner)
  const { address, verifier } = app.request()
  const back = await owner.authorize(address)
  recorder.record('code', back.searchParams.get('code') ?? '')
  await running.db.admin('alter table oauth_record rename to oauth_record_gone')
  const broken = [
    await app.refresh(refreshToken),
    await app.redeem(back, verifier),
    await app.revoke(refreshToken),
  ]
  await owner.browser.open(app.request().address)
  await running.db.admin('alter table oauth_record_gone rename to oauth_record')
  for (const { status, text } of broken) {
    expect(status).toBeGreaterThanOrEqual(500)
    expect(text).not.toMatch(/oauth_record|relation|select|at \w+ \(/i)
  }
  await fixture.call(accessToken, 'GET', '/test')
}

function keepsSecrets(methods: readonly string[], wrong: number): void {
  beforeAll(() => runThrough(methods, wrong))

  test('every kind of secret that the service issues was issued', () => {
    const kinds = [...recorder.secrets.keys()]
    for (const kind of [
      'access_token',
      'refresh_token',
      'code',
      'client_secret',
      'registration_access_token',
      'link',
    ]) {
      expect(kinds).toContain(kind)
    }
    const cookies = kinds.filter((kind) => kind.startsWith('cookie '))
    expect(cookies.length).toBeGreaterThanOrEqual(3)
    expect(kinds.some((kind) => kind.startsWith('field '))).toBe(true)
    expect(recorder.codes.size).toBeGreaterThanOrEqual(2)
  })

  test('no secret issued in a full run is in a dump of the database', () => {
    const found = [...recorder.secrets].flatMap(([kind, secrets]) =>
      [...secrets].flatMap((secret) =>
        secretEncodings(secret).flatMap((form) => lineWith(dump, form).map((line) => `${kind}: ${line}`)),
      ),
    )
    expect(found).toEqual([])
    for (const code of recorder.codes) expect(lineWith(dump, standingAlone(code))).toEqual([])
    // Proves that the search finds what is there.
    expect(lineWith(dump, fixture.owner.email)).not.toEqual([])
    expect(lineWith(dump, fixture.app.clientId)).not.toEqual([])
  })

  test('no secret issued in a full run is in the logs', () => {
    const log = fixture.running.logged()
    const found = [...recorder.secrets].flatMap(([kind, secrets]) =>
      [...secrets].flatMap((secret) =>
        [...secretEncodings(secret), secret.slice(-20)].flatMap((form) =>
          lineWith(log, form).map((line) => `${kind}: ${line}`),
        ),
      ),
    )
    expect(found).toEqual([])
    for (const code of recorder.codes) expect(lineWith(log, standingAlone(code))).toEqual([])
    expect(lineWith(log, fixture.owner.email)).toEqual([])
    for (const line of ['"level":"error"', '"route":"/oauth/token"', fixture.account.id]) {
      expect(lineWith(log, line), line).not.toEqual([])
    }
  })
}

/** Six digits can occur by chance in a time or a hash. */
function standingAlone(code: string): RegExp {
  return new RegExp(`(?<![\\w.:+-])${code}(?![\\w.:+-])`)
}

/** The beginning of the first line that contains this. */
function lineWith(text: string, form: string | RegExp): string[] {
  const at = typeof form === 'string' ? text.indexOf(form) : text.search(form)
  if (at < 0) return []
  const start = text.lastIndexOf('\n', at) + 1
  return [`${text.slice(start, start + 60)} … ${text.slice(Math.max(start, at - 60), at)}[here]`]
}

vi.setConfig({ hookTimeout: 120_000 })
