import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signCall } from '../src/identity/region-call.ts'
import { createSecretKeyring, type SecretKeyring } from '../src/identity/secret-keyring.ts'
import { openSigningKeys } from '../src/identity/signing-keys.ts'
import { type OAuthFixture, openOAuthFixture } from './oauth/oauth-fixture.ts'
import { type CookieJar, isSignedIn, requestCode, sendForm, signInByEmail } from './oauth/sign-in-requests.ts'
import { signingKey } from './support/forge.ts'
import { completePerson } from './support/inputs.ts'
import { startMockModel } from './support/mock-model.ts'
import { cleanUp, newDataDir } from './support/process.ts'
import { openedBy } from './support/rotation.ts'
import { type RunLine, shellHere } from './support/scripts.ts'
import { callAs, freePort, signIn, startTestService, type TestAccount } from './support/service.ts'
import { mailboxMessages } from './support/signing-in.ts'
import { registerApp } from './support/third-party.ts'

// Runs every chapter of docs/leaks.md: afterwards the leaked secret is refused, and everything else works.

const page = readFileSync(join(import.meta.dirname, '../docs/leaks.md'), 'utf8')
const chapters = [...page.matchAll(/^## (.+)$/gm)].map(([, title = '']) => title)

let fixture: OAuthFixture
let timbre: RunLine
const keys = { SECRET_KEY: randomBytes(32).toString('base64url'), DATA_DIR: newDataDir() }
beforeAll(async () => {
  fixture = await openOAuthFixture(keys)
  timbre = shellHere({ ...keys, DATABASE_URL: fixture.running.db.url })
})
afterAll(cleanUp)

const statusOf = async (token: string) =>
  (await callAs(fixture.running.baseUrl, token)('GET', '/test')).status
const run = async (line: string) => {
  const ended = await timbre(line)
  expect([line, ended.code, ended.stderr]).toEqual([line, 0, ''])
  return ended
}
/** Whether an uninvolved client still works, with a new token, because one chapter withdraws the key of older ones. */
const othersWork = async () => statusOf(await signIn(fixture.running.baseUrl, fixture.account))
/** A new account with a client, so that chapters don't affect each other. */
const newAccount = (): Promise<TestAccount> => fixture.running.account()

async function signingKeyWalk(): Promise<void> {
  const { database, installation, clock } = fixture.running.service.parts
  const stolen = (await openSigningKeys(database, installation.secretKey as SecretKeyring, clock())).active
  const account = await newAccount()
  const forged = await new SignJWT({ ...decodeJwt(account.token), jti: 'forged' })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: stolen.kid })
    .sign(stolen.privateKey)
  expect(await statusOf(forged)).toBe(200)
  await run('keys rotate')
  await run(`keys withdraw ${stolen.kid}`)
  await expect.poll(() => statusOf(forged)).toBe(401)
  const fresh = await signIn(fixture.running.baseUrl, account)
  expect(decodeProtectedHeader(fresh).kid).not.toBe(stolen.kid)
  expect(await statusOf(fresh)).toBe(200)
}

const walks: Record<string, () => Promise<void>> = {
  async SECRET_KEY() {
    const [old, fresh] = [randomBytes(32), randomBytes(32)]
    const text = (key: Buffer) => key.toString('base64url')
    const before = await startTestService({ SECRET_KEY: text(old) })
    const account = await before.account()
    await account.call('POST', '/profile', { firstName: 'Ada' }, { 'idempotency-key': 'one' })
    const both = { SECRET_KEY: text(fresh), SECRET_KEY_PREVIOUS: text(old), DATA_DIR: newDataDir() }
    const during = await startTestService({ ...both, PUBLIC_URL: before.url }, { db: before.db })
    const shell = shellHere({ ...both, DATABASE_URL: before.db.url })
    expect((await shell('secrets rotate')).code).toBe(0)
    const opened = await openedBy(before.db, old)
    expect(new Set(Object.values(opened))).toEqual(new Set([0]))
    const port = during.url.split(':').at(-1)
    expect((await callAs(`http://localhost:${port}/api/v4`, account.token)('GET', '/test')).status).toBe(200)
  },
  'A signing key': signingKeyWalk,
  async REGION_SECRET() {
    const [leaked, fresh] = ['l'.repeat(40), 'f'.repeat(40)]
    const start = async (secrets: Record<string, string>) => {
      const port = String(await freePort())
      const regions = `us=http://localhost:${port}/api,eu=http://localhost:1/api`
      return startTestService({ ...secrets, PORT: port, REGIONS: regions })
    }
    const [during, after] = [
      await start({ REGION_SECRET: fresh, REGION_SECRET_PREVIOUS: leaked }),
      await start({ REGION_SECRET: fresh }),
    ]
    const call = async (to: typeof during, secret: string) => {
      const body = Buffer.from('{"after":0}')
      const signer = { secret, key: await signingKey(fixture.running) }
      const authorization = await signCall(
        signer,
        { from: 'eu', to: 'us', name: 'messages', body },
        new Date(),
      )
      const headers = { authorization, 'content-type': 'application/json' }
      return (await fetch(`${to.url}/internal/messages`, { method: 'POST', body, headers })).status
    }
    // The other region is not running: a call that passes the secret's check requests its keys and fails with 503.
    expect([await call(during, leaked), await call(during, fresh)]).toEqual([503, 503])
    expect([await call(after, leaked), await call(after, fresh)]).toEqual([401, 503])
  },
  async 'Database passwords'() {
    const { db } = fixture.running
    const login = `leaked_${randomBytes(4).toString('hex')}`
    await db.admin(`create role ${login} login password 'leaked'`)
    const connect = async (password: string) => {
      const client = new pg.Client({ ...db.connection, user: login, password })
      client.on('error', () => {})
      await client.connect()
      return client
    }
    const thief = await connect('leaked')
    await db.admin(`alter role ${login} password 'fresh'`)
    await db.admin('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [login])
    await expect(thief.query('select 1')).rejects.toThrow()
    await expect(connect('leaked')).rejects.toThrow(/password/)
    await (await connect('fresh')).end()
    await db.admin(`drop role ${login}`)
    expect(await othersWork()).toBe(200)
  },
  async 'The secret of a machine client'() {
    const account = await newAccount()
    const { client } = (await run(`client rotate ${account.clientId} --keep-old-hours 0 --json`)).json
    expect(await signIn(fixture.running.baseUrl, account)).toBeUndefined()
    const token = await signIn(fixture.running.baseUrl, client)
    expect(await statusOf(token)).toBe(200)
    await run(`client revoke ${account.clientId}`)
    expect([await statusOf(token), await statusOf(account.token)]).toEqual([401, 401])
    expect(await othersWork()).toBe(200)
  },
  async 'The secret of an app'() {
    const app = await registerApp(fixture.authUrl, { token_endpoint_auth_method: 'client_secret_post' })
    const tokens = await app.connect(fixture.owner)
    await run(`app delete ${app.clientId}`)
    expect(await statusOf(tokens.accessToken)).toBe(401)
    expect((await app.refresh(tokens.refreshToken)).status).toBeGreaterThanOrEqual(400)
    const made = await run(
      'app create --name Again --redirect-uris https://app.example/callback --kind confidential --json',
    )
    expect(made.stdout).not.toContain(app.clientSecret ?? '')
  },
  async 'An invite link'() {
    const { url } = fixture
    const account = await newAccount()
    const email = `ada.${randomBytes(4).toString('hex')}@test.test`
    const { id } = (await account.call('POST', '/profile', { email })).body.profile
    const invite = async (to = email) => {
      await account.call('POST', `/profile/${id}/invite/email`)
      await fixture.running.service.drainOutbox()
      return (
        (await mailboxMessages(url, to)).flatMap(({ links }) => links).find((link) => link.includes('/t/')) ??
        ''
      )
    }
    const opens = async (link: string) =>
      (await fetch(link, { method: 'POST', redirect: 'manual' })).status === 303
    const leaked = await invite()
    const fresh = await invite()
    expect([await opens(leaked), await opens(fresh)]).toEqual([false, true])
    const elsewhere = email.replace('ada', 'eda')
    await account.call('PATCH', `/profile/${id}`, { email: elsewhere })
    const last = await invite(elsewhere)
    expect([await opens(fresh), await opens(last)]).toEqual([false, true])
  },
  async 'A report link'() {
    const account = await newAccount()
    const profileId = await completePerson(fixture.running, account, 'leaked')
    const make = async () =>
      (await account.call('POST', '/report-link', { profileId, validMinutes: 60 })).body.data
    const [leaked, other] = [await make(), await make()]
    expect((await fetch(leaked.url)).status).toBe(200)
    expect((await account.call('DELETE', `/report-link/${leaked.id}`)).status).toBe(204)
    expect((await fetch(leaked.url)).status).not.toBe(200)
    expect((await fetch(other.url)).status).toBe(200)
  },
  async 'A session cookie'() {
    const person = await fixture.member({ [fixture.account.id]: 'user' })
    const mine = await signInByEmail(fixture.running, person.email)
    const stolen: CookieJar = new Map(mine)
    expect(await isSignedIn(fixture.running, stolen)).toBe(true)
    await sendForm(`${fixture.url}/sign-out/everywhere`, {}, mine)
    expect(await isSignedIn(fixture.running, stolen)).toBe(false)
    expect(await isSignedIn(fixture.running, await signInByEmail(fixture.running, person.email))).toBe(true)
  },
  async 'A refresh token'() {
    const tokens = await fixture.app.connect(fixture.owner)
    const other = await (await registerApp(fixture.authUrl)).connect(fixture.owner)
    await fixture.app.revoke(tokens.refreshToken)
    expect((await fixture.app.refresh(tokens.refreshToken)).status).toBe(400)
    expect([await statusOf(tokens.accessToken), await statusOf(other.accessToken)]).toEqual([401, 200])
  },
  async 'An access token'() {
    const tokens = await fixture.app.connect(fixture.owner)
    await fixture.app.revoke(tokens.accessToken)
    expect(await statusOf(tokens.accessToken)).toBe(401)
    const program = await newAccount()
    await run(`client revoke ${program.clientId}`)
    expect(await statusOf(program.token)).toBe(401)
    expect(await othersWork()).toBe(200)
  },
  async 'The SMTP password'() {
    const received: string[] = []
    const server = new SMTPServer({
      authOptional: false,
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      disableReverseLookup: true,
      onAuth: ({ password }, _session, done) =>
        password === 'fresh' ? done(null, { user: 'timbre' }) : done(new Error('wrong password')),
      onRcptTo({ address }, _session, done) {
        received.push(address)
        done()
      },
    })
    const port = await freePort()
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    try {
      const send = async (password: string, to: string) => {
        const running = await startTestService({ MAIL_URL: `smtp://timbre:${password}@127.0.0.1:${port}` })
        const account = await running.account()
        const { id } = (await account.call('POST', '/profile', { email: to })).body.profile
        await account.call('POST', `/profile/${id}/invite/email`)
        await running.service.drainOutbox()
      }
      await send('leaked', 'ada@test.test')
      await send('fresh', 'bob@test.test')
      expect(received).toEqual(['bob@test.test'])
    } finally {
      await new Promise<void>((resolve) => server.close(() => resolve()))
    }
  },
  async DEBRIEF_KEY() {
    const model = await startMockModel()
    const keyed = (key: string) => ({ DEBRIEF_URL: model.url, DEBRIEF_MODEL: 'm', DEBRIEF_KEY: key })
    const running = await startTestService(keyed('fresh-key'))
    const account = await running.account({ preferences: { debriefWriter: 'model' } })
    const profileId = await completePerson(running, account, 'described')
    expect((await account.call('POST', `/playbook/ai/debrief/${profileId}`, {})).status).toBe(201)
    expect(model.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer fresh-key'])
  },
  async 'demo.json'() {
    const account = await newAccount()
    await run(`client revoke ${account.clientId}`)
    expect(await signIn(fixture.running.baseUrl, account)).toBeUndefined()
    expect(await statusOf(account.token)).toBe(401)
  },
  async 'The mailbox of a member'() {
    const person = await fixture.member({ [fixture.account.id]: 'manager' })
    const app = await registerApp(fixture.authUrl)
    const tokens = await app.connect(person, {}, { scope: 'profiles:read' })
    expect(await statusOf(tokens.accessToken)).toBe(200)
    await run(`member remove --account ${fixture.account.id} --email ${person.email}`)
    expect(await statusOf(tokens.accessToken)).toBe(401)
    const before = (await mailboxMessages(fixture.url, person.email)).length
    await sendForm(`${fixture.url}/sign-in`, { email: person.email })
    await fixture.running.service.drainOutbox()
    expect((await mailboxMessages(fixture.url, person.email)).length).toBe(before)
    expect(await requestCode(fixture.running, fixture.owner.email, new Map())).toMatch(/^\d{6}$/)
  },
  async Backups() {
    const backup = await fixture.running.db.admin<{ kid: string; sealed: Buffer }>(
      `select kid, private_sealed as sealed from signing_key where state <> 'retired'`,
    )
    const ring = createSecretKeyring([Buffer.from(keys.SECRET_KEY, 'base64url')])
    for (const { kid, sealed } of backup)
      expect(ring.unseal(sealed, `signing-key:${kid}`).length).toBeGreaterThan(50)
    const { keys: listed } = (await run('keys list --json')).json
    const next = listed.find(({ state }: { state: string }) => state === 'next').kid
    const active = listed.find(({ state }: { state: string }) => state === 'active').kid
    await run(`keys withdraw ${next}`)
    await run('keys rotate')
    await run(`keys withdraw ${active}`)
    const left = await fixture.running.db.admin<{ kid: string }>('select kid from signing_key')
    for (const { kid } of backup) expect(left.map((one) => one.kid)).not.toContain(kid)
    const account = await newAccount()
    await expect.poll(async () => statusOf(await signIn(fixture.running.baseUrl, account))).toBe(200)
  },
}

describe('after a leak, the steps of the chapter work:', () => {
  test('every chapter has a test', () => {
    expect(Object.keys(walks).sort()).toEqual([...chapters].sort())
  })
  const walk = async (chapter: (typeof chapters)[number]) => walks[chapter]?.()
  const isShort = (chapter: string) => chapter === 'SECRET_KEY'
  test.each(chapters.filter(isShort))('%s', walk)
  test.each(chapters.filter((one) => !isShort(one)))('%s', { tags: 'long' }, walk)
})
