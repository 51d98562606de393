import { decodeJwt, SignJWT } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Scope, scopes } from '../../src/contract/scope.ts'
import type { SecretKeyring } from '../../src/identity/secret-keyring.ts'
import { openSigningKeys } from '../../src/identity/signing-keys.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import { createAppGranter, type Delegate, type GrantApp, revoke } from '../support/delegates.ts'
import { expectEnvelope } from '../support/envelope.ts'
import { openForger } from '../support/forge.ts'
import { requestHead, sendRaw } from '../support/raw-http.ts'
import { restOperations, restPath } from '../support/rest-operations.ts'
import {
  type Answer,
  callAs,
  startTestService,
  type TestAccount,
  type TestService,
} from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'

let running: TestService
let tables: Tables
let grantApp: GrantApp
let account: TestAccount
beforeAll(async () => {
  running = await startTestService()
  ;[tables, grantApp, account] = await Promise.all([
    openTables(running.db),
    createAppGranter(running),
    running.account(),
  ])
})

const challenge = () => `Bearer resource_metadata="${running.url}/.well-known/oauth-protected-resource"`
const withError = () => `${challenge()}, error="invalid_token"`

function expectRefused(answer: Answer, code: 'token_missing' | 'token_invalid', label: string): void {
  expect([answer.status, answer.body?.error?.code], label).toEqual([401, code])
  expect(answer.headers.get('www-authenticate'), label).toBe(
    code === 'token_missing' ? challenge() : withError(),
  )
  expect(answer.headers.get('x-service-region'), label).toBeNull()
  expect(answer.headers.get('cache-control'), label).toBe('no-store')
  expectEnvelope(answer, label)
}

const statusOf = async (app: Pick<Delegate, 'call'>) => (await app.call('GET', '/account')).status

test('200 for an app that an owner connected, for the account of that consent and no other', async () => {
  const app = await grantApp(account)
  const answer = await app.call('GET', '/account')
  expect([answer.status, answer.body.data.id]).toEqual([200, account.id])
})

describe('401 for the next request when what the token depends on is gone:', () => {
  const ends: [string, (app: Delegate) => Promise<unknown>][] = [
    ['the consent was revoked', (app) => revoke(running, account, 'grant', app.grantId)],
    ['the token was revoked', (app) => revoke(running, account, 'token', app.tokenId)],
    ['the member was removed', (app) => running.db.admin('delete from member where id = $1', [app.memberId])],
    ['the member became a user', (app) => setRole(app, 'user')],
    [
      'the member has not accepted',
      (app) => running.db.admin('update member set accepted_at = null where id = $1', [app.memberId]),
    ],
  ]
  const reading = restOperations.filter(({ method }) => method === 'GET').slice(0, 1)
  const writing = restOperations.filter(({ method }) => method !== 'GET').slice(0, 1)
  // What refuses a token comes before every operation, so one cause is tried with all.
  test.each(ends.slice(0, 1))('%s: every operation', (...cause) => isRefused(...cause, restOperations))
  test.each(ends.slice(1))('%s', (...cause) => isRefused(...cause, [...reading, ...writing]))
  test.each(ends.slice(1))('%s: every operation', { tags: 'long' }, (...cause) =>
    isRefused(...cause, restOperations),
  )

  async function isRefused(
    label: string,
    end: (app: Delegate) => Promise<unknown>,
    operations: typeof restOperations,
  ): Promise<void> {
    const app = await grantApp(account, { scopes: ['profiles:read', 'profiles:write'], role: 'manager' })
    const key = { 'idempotency-key': newPublicId() }
    const profile = { firstName: 'Ada', customId: newPublicId() }
    expect((await app.call('POST', '/profile', profile, key)).status).toBe(201)
    const bystander = await grantApp(account)
    await end(app)
    await tables.expectUnchanged(async () => {
      for (const endpoint of operations) {
        const values = Object.fromEntries(endpoint.inPath.map((name) => [name, newPublicId()]))
        const body = endpoint.method === 'GET' ? undefined : { unheardOf: 'x' }
        const answer = await app.call(endpoint.method, restPath(endpoint, values), body)
        expectRefused(answer, 'token_invalid', `${label}: ${endpoint.name}`)
      }
      // A completed idempotency key does not replay its answer.
      expectRefused(await app.call('POST', '/profile', profile, key), 'token_invalid', label)
    })
    expect(await statusOf(bystander)).toBe(200)
    expect((await account.call('GET', '/account')).status).toBe(200)
  }

  test('revoking one token of a consent keeps the others', async () => {
    const app = await grantApp(account)
    const other = callAs(running.baseUrl, await app.issueToken())
    await revoke(running, account, 'token', app.tokenId)
    expect(await statusOf(app)).toBe(401)
    expect((await other('GET', '/account')).status).toBe(200)
  })

  test('revoking the same id in another account has no effect here', async () => {
    const [app, elsewhere] = [await grantApp(account), await running.account()]
    await revoke(running, elsewhere, 'grant', app.grantId)
    expect(await statusOf(app)).toBe(200)
  })

  test('a member of another account is not a member of this one', async () => {
    const elsewhere = await running.account()
    const stranger = await grantApp(elsewhere)
    const app = await grantApp(account, { by: stranger })
    expect(await statusOf(stranger)).toBe(200)
    expectRefused(await app.call('GET', '/account'), 'token_invalid', 'stranger')
  })
})

const setRole = (app: Delegate, role: string) =>
  running.db.admin('update member set role = $2 where id = $1', [app.memberId, role])

describe('a role invalidates the tokens that exceed it:', () => {
  const cases: [string, readonly Scope[], number][] = [
    ['owner', scopes, 200],
    ['manager', scopes, 401],
    ['manager', ['profiles:read', 'profiles:write', 'tags:manage', 'account:read'], 200],
    ['manager', ['account:read', 'account:write'], 401],
    ['user', ['profiles:read', 'tags:manage', 'account:read'], 200],
    ['user', ['profiles:write', 'account:read'], 401],
  ]
  test.each(cases)('%s with %j is %i', async (role, scopes, status) => {
    const app = await grantApp(account, { scopes: scopes })
    await setRole(app, role)
    expect(await statusOf(app)).toBe(status)
    // With the role restored, the token is valid again.
    await setRole(app, 'owner')
    expect(await statusOf(app)).toBe(200)
  })
})

test('0 successes after a revocation under load, and no partial effects before it', async () => {
  const app = await grantApp(account)
  let isRevoked = false
  const late: number[] = []
  const made: string[] = []
  const worker = async () => {
    for (let turn = 0; turn < 60; turn += 1) {
      const startedLate = isRevoked
      const customId = newPublicId()
      const { status } = await app.call('POST', '/profile', { firstName: 'R', customId })
      if (startedLate) late.push(status)
      if (status === 201) made.push(customId)
      else expect(status).toBe(401)
      if (late.length > 20) return
    }
  }
  const workers = Array.from({ length: 8 }, worker)
  while (made.length < 10) await new Promise((resolve) => setImmediate(resolve))
  await revoke(running, account, 'grant', app.grantId)
  isRevoked = true
  await Promise.all(workers)
  expect(late.length).toBeGreaterThan(0)
  expect(new Set(late)).toEqual(new Set([401]))
  const stored = await tables.rows<{ key: string }>(
    'select consumer_key as key from resource_alias where account_id = $1 and consumer_key = any($2)',
    [account.id, made],
  )
  expect(stored).toHaveLength(made.length)
})

describe('401 with WWW-Authenticate everywhere below /api/v4', () => {
  const places: [string, string, string][] = [
    ['a wrong method', 'PUT', '/profiles'],
    ['an unknown path', 'GET', '/nothing/here'],
    ['an address that cannot be read', 'GET', '/profile/%zz'],
    ['a malformed id', 'GET', '/profile/x'],
    ['a wrong method on an unknown path', 'DELETE', '/nothing'],
    ['the root of the interface', 'GET', '/'],
    ['a query that is refused', 'GET', '/profiles?unheardOf=1'],
  ]
  test.each(places)('%s', async (label, method, path) => {
    const app = await grantApp(account)
    await revoke(running, account, 'grant', app.grantId)
    expectRefused(await callAs(running.baseUrl, 'x.y.z')(method, path), 'token_invalid', label)
    const bare = await fetch(running.baseUrl + path, { method })
    expect([bare.status, bare.headers.get('www-authenticate')], label).toEqual([401, challenge()])
  })

  test.each(['Bearer', 'Bearer ', 'Basic eDp5', 'Bearer a b', 'Bearer \u00e9', 'Token x', 'bearer'])(
    'the header "%s"',
    async (header) => {
      const head = requestHead('GET', '/api/v4/account', { authorization: header })
      const answer = await sendRaw(running.url, head)
      expect(answer.status).toBe(401)
      const isSent = /^Bearer +\S/.test(header)
      expect(answer.headers['www-authenticate']).toBe(isSent ? withError() : challenge())
    },
  )
})

describe('a misplaced token is refused', () => {
  test('401 in the query and in the body, and it is in no log', async () => {
    const { token } = await grantApp(account)
    const ask = (path: string, init?: RequestInit) => fetch(running.baseUrl + path, init)
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    for (const answer of [
      await ask(`/account?access_token=${token}`),
      await ask('/profile', { method: 'POST', headers: form, body: `access_token=${token}` }),
      await ask('/account', { headers: { cookie: `access_token=${token}` } }),
    ]) {
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, challenge()])
    }
    expect(running.logged()).not.toContain(token)
    expect(running.logged()).not.toContain(token.split('.')[2])
  })

  test('401 for two headers, even if both are valid', async () => {
    const { token } = await grantApp(account)
    const head = requestHead('GET', '/api/v4/account', { authorization: `Bearer ${token}` })
    const twice = head.replace(/\r\n\r\n$/, `\r\nauthorization: Bearer ${token}\r\n\r\n`)
    expect((await sendRaw(running.url, twice)).status).toBe(401)
  })

  test('200 whatever the case of the scheme (RFC 9110 section 11.1)', async () => {
    const { token } = await grantApp(account)
    const answer = await fetch(`${running.baseUrl}/account`, {
      headers: { authorization: `bEARER ${token}` },
    })
    expect(answer.status).toBe(200)
  })
})

describe('403 names every scope that an operation needs, to an app as to a machine', () => {
  test('a token with one of two', async () => {
    const app = await grantApp(account, { scopes: ['account:read'] })
    const answer = await app.call('GET', '/account?includeTags=true')
    expect([answer.status, answer.body.error.code]).toEqual([403, 'insufficient_scope'])
    expect(answer.headers.get('www-authenticate')).toBe(
      `Bearer error="insufficient_scope", scope="account:read tags:manage", resource_metadata="${running.url}/.well-known/oauth-protected-resource"`,
    )
  })
})

describe('another region', () => {
  test('421 for a valid token without a database query, and 401 for an invalid one', async () => {
    const app = await grantApp(account, { region: 'eu' })
    await revoke(running, account, 'grant', app.grantId)
    const answer = await app.call('GET', '/account')
    expect([answer.status, answer.headers.get('x-service-region')]).toEqual([421, 'eu'])
    const [head, , signature] = app.token.split('.')
    const other = (await app.issueToken({ account_id: newPublicId() })).split('.')[1]
    expectRefused(
      await callAs(running.baseUrl, `${head}.${other}.${signature}`)('GET', '/account'),
      'token_invalid',
      'forged',
    )
  })

  test("401 for a machine token of another region signed with this region's key", async () => {
    const token = await (await openForger(running))(account)
    const { database, installation, clock } = running.service.parts
    const { active } = await openSigningKeys(database, installation.secretKey as SecretKeyring, clock())
    const forged = await new SignJWT({ ...decodeJwt(token), region: 'eu' })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: active.kid })
      .sign(active.privateKey)
    expectRefused(await callAs(running.baseUrl, forged)('GET', '/account'), 'token_invalid', 'region')
  })
})

describe('an Idempotency-Key of an app', () => {
  const create = (app: Pick<Delegate, 'call'>, fields: object, key: string) =>
    app.call('POST', '/profile', fields, { 'idempotency-key': key })

  test('is separate from the same key of another member of the same app, and of a machine client', async () => {
    const [one, key] = [await grantApp(account), newPublicId()]
    const other = await grantApp(account, { clientId: one.clientId })
    const email = `${key}@test.test`
    const answers = [await create(one, { email }, key), await create(other, { email }, key)]
    answers.push(await create(account, { email }, key))
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 200])
    for (const { headers } of answers) expect(headers.get('idempotent-replayed')).toBeNull()
  })

  test('is shared by a later consent of the same member to the same app', async () => {
    const [one, key] = [await grantApp(account), newPublicId()]
    const email = `${key}@test.test`
    const first = await create(one, { email }, key)
    await revoke(running, account, 'grant', one.grantId)
    expectRefused(await create(one, { email }, key), 'token_invalid', 'revoked')
    const later = await grantApp(account, { clientId: one.clientId, by: one })
    const again = await create(later, { email }, key)
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
    expect(again.body.profile.id).toBe(first.body.profile.id)
  })

  test('409 with fewer scopes, without data of the first response', async () => {
    const [one, key] = [await grantApp(account), newPublicId()]
    const fields = { email: `${key}@test.test` }
    await create(one, fields, key)
    const narrow = await grantApp(account, { clientId: one.clientId, by: one, scopes: ['profiles:write'] })
    const answer = await create(narrow, fields, key)
    expect([answer.status, answer.body.error.code]).toEqual([409, 'idempotency_key_reused'])
  })
})

test('the audit log names the member and the app', async () => {
  const app = await grantApp(account)
  const answer = await app.call('POST', '/tag', { label: 'Blue', color: 'blue' })
  expect(answer.status, answer.text).toBe(201)
  const [entry] = await tables.rows(
    'select actor_kind, actor_id, client_id from audit_entry where request_id = $1',
    [answer.headers.get('x-request-id')],
  )
  expect(entry).toEqual({ actor_kind: 'member', actor_id: app.memberId, client_id: app.clientId })
})

test('the log has kind, client and member of a request, never its token', async () => {
  const app = await grantApp(account)
  const answer = await app.call('GET', '/test')
  const id = answer.headers.get('x-request-id') ?? ''
  await expect.poll(() => running.logged()).toContain(id)
  const line = running
    .logged()
    .split('\n')
    .find((one) => one.includes(id))
  expect(JSON.parse(line ?? '')).toMatchObject({
    actorType: 'delegate',
    accountId: account.id,
    clientId: app.clientId,
    memberId: app.memberId,
  })
})
