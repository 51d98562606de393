import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  type LinkReason,
  linkReasons,
  type SecurityKind,
  securityKinds,
} from '../src/contract/security-event.ts'
import { networkHashOf, openNetworkKeys } from '../src/identity/network-keys.ts'
import { newAccountSecret } from '../src/identity/secret.ts'
import { createSecurityLog } from '../src/platform/security-log.ts'
import { type OAuthFixture, openOAuthFixture } from './oauth/oauth-fixture.ts'
import { type CookieJar, requestCode, sendForm, signInByEmail, wrongCode } from './oauth/sign-in-requests.ts'
import { callAs, type Json, signIn, startTestService } from './support/service.ts'
import { appTokensOf } from './support/third-party.ts'

let fixture: OAuthFixture
/** The time of the limits, which stands still while one is used up. */
let milliseconds = 0
beforeAll(async () => {
  fixture = await openOAuthFixture(
    { LOG_LEVEL: 'info', RATE_LIMITS: 'on' },
    { limitsClock: () => milliseconds },
  )
})

const lines = (): Json[] =>
  fixture.running
    .logged()
    .split('\n')
    .filter((line) => line.includes('"stream":"security"'))
    .map((line) => JSON.parse(line))

/** Secrets issued or typed in, none of which may be logged. */
const secrets: string[] = []

/** For each kind, an action that must log it; the type requires one for every kind. */
const walks: Record<SecurityKind, () => Promise<unknown>> = {
  code_asked: () => sendForm(`${fixture.url}/sign-in`, { email: 'stranger@test.test' }),
  async code_tried() {
    const jar: CookieJar = new Map()
    const code = await requestCode(fixture.running, fixture.owner.email, jar)
    secrets.push(code, ...jar.values())
    await sendForm(`${fixture.url}/sign-in`, { code: wrongCode(code) }, jar)
  },
  async sign_in() {
    secrets.push(...(await signInByEmail(fixture.running, fixture.owner.email)).values())
  },
  async sign_out_everywhere() {
    const jar = await signInByEmail(
      fixture.running,
      (await fixture.member({ [fixture.account.id]: 'user' })).email,
    )
    await sendForm(`${fixture.url}/sign-out/everywhere`, {}, jar)
  },
  token_refused: () => callAs(fixture.running.baseUrl, `${fixture.account.token}x`)('GET', '/test'),
  client_secret_tried: () =>
    signIn(fixture.running.baseUrl, { ...fixture.account, clientSecret: 'tmb_secret_wrong' }),
  async limited() {
    await Promise.all(Array.from({ length: 51 }, () => fixture.account.call('GET', '/test')))
    milliseconds += 60_000
  },
  async scope_refused() {
    const token = await signIn(fixture.running.baseUrl, fixture.account, 'account:read')
    await callAs(fixture.running.baseUrl, token)('GET', '/profiles')
  },
  async form_refused() {
    const { page, form } = await fixture.owner.consentPage(fixture.app.request().address)
    await fixture.owner.browser.submit(page, form, { decision: 'allow', proof: 'forged' })
  },
  async consent() {
    const { accessToken, refreshToken } = await fixture.app.connect(fixture.owner)
    secrets.push(accessToken, refreshToken)
  },
  async token_replayed() {
    const { address, verifier } = fixture.app.request()
    const back = await fixture.owner.authorize(address)
    secrets.push(back.searchParams.get('code') ?? '')
    const { accessToken } = appTokensOf(await fixture.app.redeem(back, verifier))
    secrets.push(accessToken)
    await fixture.app.redeem(back, verifier)
  },
  link_refused: () => Promise.all(linkReasons.map((reason) => linkWalks[reason]())),
}

/** For each kind of link, a stranger's request for an unknown one. */
const linkWalks: Record<LinkReason, () => Promise<unknown>> = {
  invite_link: () => fetch(`${fixture.url}/t/us.${newAccountSecret('tmb_link_', fixture.account.id)}`),
  share_link: () => fetch(`${fixture.url}/t/us.${newAccountSecret('tmb_share_', fixture.account.id)}`),
  report_link: () => fetch(`${fixture.url}/r/${newAccountSecret('tmb_report_', fixture.account.id)}`),
  share_card: () => fetch(`${fixture.url}/card/${newAccountSecret('tmb_card_', fixture.account.id)}`),
  study_link: () => fetch(`${fixture.url}/study/${newAccountSecret('tmb_study_', fixture.account.id)}`),
  stop_link: () => fetch(`${fixture.url}/unsubscribe/${'A'.repeat(60)}`),
}

describe('the security log', () => {
  test.each([...securityKinds])('has a line about %s, with the network and the request', async (kind) => {
    const before = lines().length
    await walks[kind]()
    const found = lines()
      .slice(before)
      .find((line) => line.kind === kind)
    expect(found).toMatchObject({
      stream: 'security',
      kind,
      outcome: expect.stringMatching(/^(allowed|refused)$/),
      network: expect.stringMatching(/^[\w-]{22}$/),
      reqId: expect.any(String),
      route: expect.any(String),
    })
  })

  test.each([...linkReasons])('names the kind of an unknown link: %s', (reason) => {
    const found = lines().find((line) => line.kind === 'link_refused' && line.reason === reason)
    expect(found).toMatchObject({ outcome: 'refused', network: expect.any(String) })
  })

  test('names the limit that refuses a request, as docs/limits.md does', () => {
    expect(lines().find(({ kind }) => kind === 'limited')).toMatchObject({ limit: 'programRequests' })
  })

  test('names the client of a wrong secret and the person of a sign-in', () => {
    const find = (kind: SecurityKind, outcome = 'refused') =>
      lines().find((line) => line.kind === kind && line.outcome === outcome)
    expect(find('client_secret_tried')).toMatchObject({
      clientId: fixture.account.clientId,
      reason: 'invalid_client',
    })
    expect(find('sign_in', 'allowed')).toMatchObject({
      reason: 'code',
      personId: expect.stringMatching(/^[0-9a-f]{24}$/),
    })
    expect(find('scope_refused')).toMatchObject({
      accountId: fixture.account.id,
      clientId: fixture.account.clientId,
    })
  })

  test('contains no address, email or secret', () => {
    const text = lines()
      .map((line) => JSON.stringify(line))
      .join('\n')
    expect(text).not.toMatch(/127\.0\.0\.1|::1|@|tmb_(?!client)\w+_\w/)
    for (const secret of [...secrets, fixture.account.clientSecret, fixture.account.token]) {
      expect(secret.length).toBeGreaterThan(5)
      expect(text).not.toContain(secret)
    }
  })

  test('is explained kind by kind in the documentation', () => {
    const page = readFileSync(join(import.meta.dirname, '../docs/security-log.md'), 'utf8')
    for (const kind of securityKinds) expect(page).toContain(`\`${kind}\``)
  })
})

describe('a flood', () => {
  const flood = (count: number, addressOf: (index: number) => string) => {
    const written: Json[] = []
    const log = { info: (fields: object) => void written.push(fields) }
    const security = createSecurityLog({ log: log as never, hash: (network) => `hash of ${network}` })
    for (let index = 0; index < count; index += 1) {
      const place = { address: addressOf(index), requestId: String(index), route: '/sign-in' }
      security.record({ kind: 'code_tried', outcome: 'refused', reason: 'wrong' }, place)
    }
    security.stop()
    return written
  }

  test('from one network is two lines, the second with the count of the rest', () => {
    expect(flood(100_000, () => '192.0.2.1').map(({ reqId, more }) => [reqId, more])).toEqual([
      ['0', undefined],
      [undefined, 99_999],
    ])
  })

  test('from as many networks as requests is a limited number of lines, and every event is counted', () => {
    const written = flood(100_000, (index) => `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`)
    expect(written.length).toBeLessThanOrEqual(101)
    expect(written.at(-1)).toMatchObject({ kind: 'code_tried', isUnlisted: true, more: 100_000 - 100 })
  })

  test("of one kind doesn't suppress another kind", () => {
    const written: Json[] = []
    const log = { info: (fields: object) => void written.push(fields) }
    const security = createSecurityLog({ log: log as never, hash: (network) => network })
    const place = { address: '192.0.2.1', requestId: 'r', route: '/' }
    const tried = { kind: 'client_secret_tried', outcome: 'refused' } as const
    for (let n = 0; n < 1_000; n += 1) security.record({ ...tried, clientId: `m2m_us_${n}` }, place)
    security.record({ kind: 'code_tried', outcome: 'refused', reason: 'wrong' }, place)
    security.stop()
    expect(written.filter(({ kind }) => kind === 'code_tried')).toMatchObject([{ reason: 'wrong' }])
  })
})

describe('the hash of a network', () => {
  test('is equal in all processes for a day, different the next day, and gone after 30 days', async () => {
    const { service, db } = await startTestService()
    const { secretKey } = service.parts.installation
    let now = new Date('2031-03-01T12:00:00Z')
    const open = () => openNetworkKeys({ database: db.database, secretKey, clock: () => now })
    const [one, other] = [open(), open()]
    await Promise.all([one.renew(), other.renew()])
    const first = one.hash('192.0.2.1')
    expect(other.hash('192.0.2.1')).toBe(first)
    expect(one.hash('192.0.2.2')).not.toBe(first)
    const computed = (day: string) => networkHashOf(db.database, secretKey, { network: '192.0.2.1', day })
    expect(await computed('2031-03-01')).toBe(first)
    now = new Date('2031-03-02T00:00:01Z')
    expect(one.hash('192.0.2.1')).toBeUndefined()
    await one.renew()
    expect(one.hash('192.0.2.1')).not.toBe(first)
    now = new Date('2031-03-31T00:00:01Z')
    await one.renew()
    expect(await computed('2031-03-01')).toBe(first)
    now = new Date('2031-04-01T00:00:01Z')
    await one.renew()
    expect(await computed('2031-03-01')).toBeUndefined()
  })

  test('is that of the first 64 bits of IPv6', async () => {
    const written: Json[] = []
    const log = { info: (fields: object) => void written.push(fields) }
    const security = createSecurityLog({ log: log as never, hash: (network) => network })
    for (const address of ['2001:db8:1:2::1', '2001:db8:1:2:ffff::2', '2001:db8:1:3::1']) {
      security.record({ kind: 'limited', outcome: 'refused' }, { address, requestId: 'r', route: '/' })
    }
    security.stop()
    expect(new Set(written.map(({ network }) => network)).size).toBe(2)
  })
})
