import { createServer } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { newPublicId } from '../../../src/platform/ids.ts'
import type { TestDatabase } from '../../support/database.ts'
import { openFormBrowser } from '../../support/form-browser.ts'
import { formWith } from '../../support/forms.ts'
import { openPerson } from '../../support/signing-in.ts'
import { openTables, type Tables } from '../../support/tables.ts'
import { register, registerApp, thirdParty } from '../../support/third-party.ts'
import { cookieOf, followLink, inviteTestPerson, pageOf, saveAnswers } from '../../web/taker-requests.ts'
import { type OAuthFixture, oauthErrorOf, openOAuthFixture, queryOf } from '../oauth-fixture.ts'

const day = 86_400_000

let fixture: OAuthFixture
let tables: Tables
beforeAll(async () => {
  fixture = await openOAuthFixture()
  tables = await openTables(fixture.running.db)
})

/** Only dates move; timers are unaffected. */
function later(milliseconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds })
}
afterEach(() => {
  vi.useRealTimers()
})

describe('self-registered apps', () => {
  test('429 with Retry-After for a network that registers too many; other networks and sign-in still work', async () => {
    const limited = await openOAuthFixture({ RATE_LIMITS: 'on' }, { limitsClock: () => 0, limitsDivisor: 5 })
    const answers = await Promise.all(Array.from({ length: 26 }, () => register(limited.authUrl)))
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused.length).toBeGreaterThanOrEqual(4)
    for (const { status, headers } of refused) {
      expect(status).toBe(429)
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    const { accessToken } = await limited.app.connect(limited.owner)
    expect((await limited.call(accessToken, 'GET', '/test')).status).toBe(200)
  })

  test('are removed if no one connects them, and then get 401 invalid_client; used ones stay', async () => {
    const unused = await registerApp(fixture.authUrl)
    const used = await registerApp(fixture.authUrl)
    const { refreshToken } = await used.connect(fixture.owner)
    later(2 * day)
    await fixture.running.service.sweepAuthorization()
    expect(oauthErrorOf(await unused.refresh('anything'))).toEqual([401, 'invalid_client'])
    expect(oauthErrorOf(await unused.token({ grant_type: 'authorization_code', code: 'x' }))).toEqual([
      401,
      'invalid_client',
    ])
    const page = await openFormBrowser().open(unused.request().address)
    expect([page.status, page.left]).toEqual([400, undefined])
    const { registration_client_uri: place, registration_access_token: token } = unused.registered
    expect((await fetch(place, { headers: { authorization: `Bearer ${token}` } })).status).toBe(401)
    expect((await used.refresh(refreshToken)).status).toBe(200)
  })
})

describe('a client id that is a URL', () => {
  let hits = 0
  const server = createServer((socket) => {
    hits += 1
    socket.destroy()
  })
  let port: number
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    port = (server.address() as { port: number }).port
  })
  afterAll(() => {
    server.close()
  })

  test.each([
    'https://127.0.0.1:PORT/app.json',
    'https://localhost:PORT/app.json',
    'https://localhost.:PORT/app.json',
    'https://[::1]:PORT/app.json',
    'https://[::ffff:127.0.0.1]:PORT/app.json',
    'https://2130706433:PORT/app.json',
    'https://0x7f.1:PORT/app.json',
    'https://0:PORT/app.json',
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.1/app.json',
    'https://[fd00::1]/app.json',
    'http://127.0.0.1:PORT/app.json',
    'https://localhost:PORT',
    'https://localhost:PORT/',
    'https://localhost:PORT/app.json#part',
    'https://localhost:PORT/a/../app.json',
    'https://localhost:PORT/a/%2e%2e/app.json',
    'https://user:secret@localhost:PORT/app.json',
    'file:///etc/passwd',
  ])('%s is refused with a page, and no internal address is fetched', async (place) => {
    const clientId = place.replace('PORT', String(port))
    const app = thirdParty(fixture.authUrl, { clientId, redirectUri: 'https://robin.example/back' })
    const page = await openFormBrowser().open(app.request().address)
    expect([page.status, page.left]).toEqual([400, undefined])
    expect(formWith(page.forms, 'email')).toBeUndefined()
    expect((await app.refresh('anything')).status).toBe(401)
    expect(hits).toBe(0)
  })
})

describe('an invite link', () => {
  test("isn't changed by a link scanner, works after six days and not after eight", {
    tags: 'long',
  }, async () => {
    const { link } = await inviteTestPerson(fixture.running, fixture.account)
    const before = await tables.dump()
    const looks = []
    for (const method of ['GET', 'GET', 'GET', 'HEAD']) looks.push(await fetch(link, { method }))
    expect(looks.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(looks.flatMap(({ headers }) => headers.getSetCookie())).toEqual([])
    expect((await tables.dump()) === before).toBe(true)

    const begun = await followLink(link)
    expect(begun.status).toBe(303)
    const answer = { assessment: 'focus', item: 1, value: 3, seq: 1 }
    await saveAnswers(fixture.url, cookieOf(begun), { attempt: 1, answers: [answer] })
    later(6 * day)
    const again = await followLink(link)
    expect(again.status).toBe(303)
    const next = { ...answer, item: 2, seq: 2 }
    const saved = await saveAnswers(fixture.url, cookieOf(again), { attempt: 1, answers: [next] })
    expect(saved.status).toBe(200)
    later(2 * day)
    const over = await followLink(link)
    expect([over.status, over.headers.getSetCookie()]).toEqual([200, []])
  })

  test('is superseded by the next one, and then looks like an unknown link', { tags: 'long' }, async () => {
    const { link, profileId } = await inviteTestPerson(fixture.running, fixture.account)
    later(120_000)
    expect((await fixture.account.call('POST', `/profile/${profileId}/invite/email`)).status).toBe(204)
    const old = await followLink(link)
    expect(old.headers.getSetCookie()).toEqual([])
    const { body } = await fixture.account.call('GET', `/profile/${profileId}/invites`)
    expect(body.invites.map(({ state }: { state: string }) => state)).toContain('superseded')
    // The end was changed, so it never was a valid link.
    const never = await fetch(`${link.slice(0, -6)}AAAAAA`)
    expect((await pageOf(await fetch(link))) === (await pageOf(never))).toBe(true)
  })
})

describe('rows', () => {
  test('are removed after they expire', async () => {
    const person = openPerson(fixture.url, fixture.owner.email)
    const app = await registerApp(fixture.authUrl)
    await app.connect(person)
    await person.consentPage(app.request().address)
    await openPerson(fixture.url, `${newPublicId()}@test.test`).browser.open(`${fixture.authUrl}/sign-in`)
    const count = async (table: string, of = 'true') =>
      (await tables.rows<{ count: number }>(`select count(*)::int as count from ${table} where ${of}`))[0]
        ?.count
    const kept = ['oauth_record', 'sign_in_code', 'person_session'] as const
    for (const table of kept) expect(await count(table), table).toBeGreaterThan(0)
    later(100 * day)
    await fixture.running.service.sweepAuthorization()
    for (const table of kept) {
      // Registration tokens live as long as their app.
      const of = table === 'oauth_record' ? `model <> 'RegistrationAccessToken'` : 'true'
      expect(await count(table, of), table).toBe(0)
    }
    expect(await count('oauth_client', `kind = 'dynamic' and last_used_at is null`)).toBe(0)
  })

  test('10,000 self-registered apps slow no request: each is found by its key', {
    tags: 'long',
  }, async () => {
    const { running, app, authUrl, owner } = await openOAuthFixture()
    await running.db.admin(
      `insert into oauth_client (client_id, kind, name, metadata, created_at)
       select 'app_flood' || number, kind, name, metadata, now()
         from oauth_client cross join generate_series(1, 10000) number where client_id = $1`,
      [app.clientId],
    )
    await running.db.admin('analyze oauth_client')
    const before = await scansOf(running.db)
    expect(queryOf(await owner.authorize(app.request().address))).toHaveProperty('code')
    const flooding = thirdParty(authUrl, { clientId: 'app_flood77', redirectUri: app.redirectUri })
    expect((await owner.consentPage(flooding.request().address)).page.status).toBe(200)
    const after = await scansOf(running.db)
    expect(after.whole).toBe(before.whole)
    expect(after.byKey).toBeGreaterThan(before.byKey)
    later(2 * day)
    await running.service.sweepAuthorization()
    const left = await running.db.admin(`select 1 from oauth_client where client_id like 'app_flood%'`)
    expect(left).toHaveLength(0)
  })

  /** Sequential and index scans of the apps' table; connections report them when they close. */
  async function scansOf({ admin }: TestDatabase): Promise<{ whole: number; byKey: number }> {
    await admin(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`,
    )
    const [row] = await admin<{ whole: string; byKey: string }>(
      `select seq_scan as whole, idx_scan as "byKey" from pg_stat_user_tables where relname = 'oauth_client'`,
    )
    return { whole: Number(row?.whole), byKey: Number(row?.byKey) }
  }
})
