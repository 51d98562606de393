import { beforeAll, describe, expect, test } from 'vitest'
import { newPublicId } from '../../src/platform/ids.ts'
import { connect } from '../support/ats-stand-ins.ts'
import { createAppGranter, revoke } from '../support/delegates.ts'
import { callAs, signIn, startTestService, type TestAccount, type TestService } from '../support/service.ts'

let running: TestService
let account: TestAccount
beforeAll(async () => {
  running = await startTestService()
  account = await running.account()
})

const listTests = (connection: { id: string; key: string }) =>
  fetch(`${running.url}/ats/greenhouse/${connection.id}/list_tests`, {
    headers: { authorization: `Basic ${Buffer.from(`${connection.key}:`).toString('base64')}` },
  })

describe('POST /connection', () => {
  test('201 with a key once; the machine client has two scopes and no secret', async () => {
    const made = await connect(account, 'greenhouse')
    expect(made.key).toMatch(/^tmb_ats_[\w-]{59}$/)
    const [client] = await running.db.admin<{ client_id: string; scopes: string[] }>(
      `select client_id, scopes from machine_client join connection using (account_id, client_id) where id = $1`,
      [made.id],
    )
    expect(client?.scopes).toEqual(['profiles:write', 'account:read'])
    expect(
      await running.db.admin('select 1 from machine_secret where client_id = $1', [client?.client_id]),
    ).toEqual([])
  })

  test('403 without account:write or profiles:write, and for labels without profiles:read', async () => {
    const as = async (scope: string) => callAs(running.baseUrl, await signIn(running.baseUrl, account, scope))
    const body = { provider: 'ashby', name: 'Ashby' }
    for (const scope of ['account:write account:read', 'profiles:write account:read'])
      expect((await (await as(scope))('POST', '/connection', body)).status).toBe(403)
    const writer = await as('account:write account:read profiles:write')
    expect((await writer('POST', '/connection', { ...body, sharesLabels: true })).status).toBe(403)
    const made = await writer('POST', '/connection', body)
    expect(made.status).toBe(201)
    // The key of a directory shows names, and with labels a key shows results.
    const rotated = await writer('POST', `/connection/${made.body.connection.id}/rotate-key`)
    expect(rotated.status).toBe(403)
  })

  test('403 for the dashboard or an app 16 minutes after its sign-in, and for a new key; nothing changes', async () => {
    const app = await (await createAppGranter(running))(account)
    const { id } = await connect(account, 'ashby')
    const keysOf = () =>
      running.db.admin('select id, key_made_at from connection where account_id = $1 order by id', [
        account.id,
      ])
    const before = await keysOf()
    const old = { auth_time: Math.floor(Date.now() / 1000) - 960 }
    const call = callAs(running.baseUrl, await app.issueToken(old))
    const body = { provider: 'ashby', name: 'Ashby' }
    for (const [path, sent] of [['/connection', body], [`/connection/${id}/rotate-key`]] as const) {
      const refused = await call('POST', path, sent)
      expect([refused.status, refused.body.error.code]).toEqual([403, 'sign_in_too_old'])
      expect(refused.headers.get('www-authenticate')).toContain('max_age="900"')
    }
    expect(await keysOf()).toEqual(before)
    const recent = callAs(running.baseUrl, await app.issueToken({ auth_time: old.auth_time + 120 }))
    expect((await recent('POST', '/connection', body)).status).toBe(201)
  })

  test('409 for a twenty-first connection', { tags: 'long' }, async () => {
    const own = await running.account()
    for (let count = 0; count < 20; count++) await connect(own, 'scim')
    const { status, body } = await own.call('POST', '/connection', { provider: 'scim', name: 'One more' })
    expect([status, body.error.code]).toEqual([409, 'too_many_connections'])
  })
})

test('PATCH changes the name and the stored key, which is never shown', async () => {
  const { id } = await connect(account, 'ashby')
  const { body, text } = await account.call('PATCH', `/connection/${id}`, {
    name: 'Ashby EU',
    remoteKey: 'their-key',
  })
  expect(body.connection).toMatchObject({ name: 'Ashby EU', hasRemoteKey: true })
  expect(text).not.toContain('their-key')
  const removed = await account.call('PATCH', `/connection/${id}`, { remoteKey: null })
  expect(removed.body.connection.hasRemoteKey).toBe(false)
})

test('404 for an unknown connection', { tags: 'long' }, async () => {
  const path = `/connection/${newPublicId()}`
  for (const [method, where, body] of [
    ['PATCH', path, { name: 'x' }],
    ['DELETE', path, undefined],
    ['POST', `${path}/rotate-key`, {}],
    ['GET', `${path}/entries`, undefined],
  ] as const)
    expect((await account.call(method, where, body)).body.error.code).toBe('connection_not_found')
})

describe('a connection ends', () => {
  test('with the app that made it', async () => {
    const own = await running.account()
    const grantApp = await createAppGranter(running)
    const app = await grantApp(own)
    const connection = await connect({ ...own, call: app.call }, 'greenhouse')
    expect((await listTests(connection)).status).toBe(200)
    await revoke(running, own, 'grant', app.grantId)
    const { endConnectionsOfGrants } = await import('../../src/domain/connection/end.ts')
    await running.service.parts.database.inAccount(own.id, (sql) =>
      endConnectionsOfGrants(sql, own.id, { grantIds: [app.grantId], now: new Date() }),
    )
    expect((await listTests(connection)).status).toBe(404)
  })

  test('with the machine client that made it, and with its own', async () => {
    const own = await running.account()
    const [first, second] = [await connect(own, 'greenhouse'), await connect(own, 'greenhouse')]
    const { revokeClientAndLinks } = await import('../../src/domain/client/revoke.ts')
    const end = (clientId: string) =>
      running.service.parts.database.inAccount(own.id, (sql) =>
        revokeClientAndLinks(sql, own.id, clientId, new Date()),
      )
    const [row] = await running.db.admin<{ id: string }>(
      'select client_id as id from connection where id = $1',
      [first.id],
    )
    await end(String(row?.id))
    expect([(await listTests(first)).status, (await listTests(second)).status]).toEqual([404, 200])
    await end(own.clientId)
    expect((await listTests(second)).status).toBe(404)
  })
})

test('each change has an audit entry without the key', async () => {
  const { id, key } = await connect(account, 'scim', { deleteErases: true })
  await account.call('POST', `/connection/${id}/rotate-key`)
  await account.call('DELETE', `/connection/${id}`)
  const { body, text } = await account.call('GET', '/audit-log?limit=3')
  expect(body.entries.map(({ action }: { action: string }) => action)).toEqual([
    ...['delete_connection', 'rotate_connection_key', 'create_connection'],
  ])
  expect(text).not.toContain(key.slice(8))
})
