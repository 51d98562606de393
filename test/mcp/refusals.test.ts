import { beforeAll, describe, expect, test } from 'vitest'
import { newPublicId } from '../../src/platform/ids.ts'
import { createAppGranter, type GrantApp, revoke } from '../support/delegates.ts'
import { expectEnvelope } from '../support/envelope.ts'
import { agentAt, eras, type McpAnswer, mcpErrorOf, resultOf } from '../support/mcp-client.ts'
import { requestHead, sendRaw } from '../support/raw-http.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'
import { newEmail } from '../support/test-rows.ts'

// What refuses a whole request, whatever its method. Refusals by tools are tested with the tools.

let running: TestService
let tables: Tables
let grantApp: GrantApp
let challenge: string
const storage = { isLow: false }
beforeAll(async () => {
  running = await startTestService({}, { isStorageLow: () => storage.isLow })
  tables = await openTables(running.db)
  grantApp = await createAppGranter(running)
  const metadata = `resource_metadata="${running.url}/.well-known/oauth-protected-resource/mcp"`
  challenge = `Bearer ${metadata}, scope="profiles:read profiles:write tags:manage"`
})

/** Every kind of request: listing, calling, unknown, and malformed. */
const requests = [
  ['tools/list', (token?: string) => agentAt(running.url, token).request('tools/list')],
  ['tools/list, modern', (token?: string) => agentAt(running.url, token).request('tools/list', {}, 'modern')],
  [
    'server/discover',
    (token?: string) => agentAt(running.url, token).request('server/discover', {}, 'modern'),
  ],
  ['initialize', (token?: string) => agentAt(running.url, token).request('initialize', handshake)],
  [
    'a call',
    (token?: string) => agentAt(running.url, token).call('create_tag', { label: 'a', color: 'red' }),
  ],
  ['a modern call', (token?: string) => agentAt(running.url, token).call('list_tags', {}, 'modern')],
  ['an unknown tool', (token?: string) => agentAt(running.url, token).call('nothing')],
  ['an unknown method', (token?: string) => agentAt(running.url, token).request('nothing')],
  ['a notification', (token?: string) => agentAt(running.url, token).post({ jsonrpc: '2.0', method: 'a/b' })],
  ['no JSON', (token?: string) => agentAt(running.url, token).post('{')],
  [
    'a batch',
    (token?: string) => agentAt(running.url, token).post([callOf('create_tag'), callOf('list_tags')]),
  ],
  [
    'another type',
    (token?: string) => agentAt(running.url, token).post('a', { 'content-type': 'text/plain' }),
  ],
] as const

const handshake = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
}
const callOf = (name: string, id = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: { label: 'a', color: 'red' } },
})

function expectRefused(answer: McpAnswer, status: number, header: string | null, label: string): void {
  expect(answer.status, label).toBe(status)
  expect(answer.headers.get('www-authenticate'), label).toBe(header)
  expectEnvelope(answer, label)
}

describe('401', () => {
  test.each(requests)('without a token, with a challenge that names no error: %s', async (name, ask) => {
    expectRefused(await ask(), 401, challenge, name)
  })

  test.each(requests)('with an invalid token, with an error: %s', async (name, ask) => {
    expectRefused(await ask('nothing'), 401, `${challenge}, error="invalid_token"`, name)
  })

  // What refuses a revoked token comes where an invalid one is refused, which has all requests.
  const [telling, others] = [requests.slice(0, 1), requests.slice(1)]
  type Tried = (typeof requests)[number]

  async function refusesClient(...[name, ask]: Tried): Promise<void> {
    const account = await running.account()
    expect((await agentAt(running.url, account.token).request('tools/list')).status).toBe(200)
    await running.db.admin('update machine_client set revoked_at = now() where account_id = $1', [account.id])
    await tables.expectUnchanged(async () => {
      expectRefused(await ask(account.token), 401, `${challenge}, error="invalid_token"`, name)
    })
  }
  test.each(telling)('for a revoked client, on the very next request: %s', refusesClient)
  test.each(others)('for a revoked client, on the very next request: %s', { tags: 'long' }, refusesClient)

  async function refusesApp(...[name, ask]: Tried): Promise<void> {
    const account = await running.account()
    const app = await grantApp(account)
    expect((await agentAt(running.url, app.token).request('tools/list')).status).toBe(200)
    await revoke(running, account, 'grant', app.grantId)
    expectRefused(await ask(app.token), 401, `${challenge}, error="invalid_token"`, name)
  }
  test.each(telling)('for a revoked app, on the very next request: %s', refusesApp)
  test.each(others)('for a revoked app, on the very next request: %s', { tags: 'long' }, refusesApp)

  test('for an app whose member was removed or demoted', async () => {
    const account = await running.account()
    const [removed, lesser] = [await grantApp(account), await grantApp(account)]
    await running.db.admin('delete from member where id = $1', [removed.memberId])
    await running.db.admin(`update member set role = 'user' where id = $1`, [lesser.memberId])
    for (const { token } of [removed, lesser]) {
      expect((await agentAt(running.url, token).call('list_tags')).status).toBe(401)
    }
  })

  test('for a token in the query, for two headers, and for a token of another audience', async () => {
    const account = await running.account()
    const query = await fetch(`${running.url}/mcp?access_token=${account.token}`, { method: 'POST' })
    expect(query.status).toBe(401)
    const twice = `authorization: Bearer ${account.token}\r\n`
    const head = requestHead('GET', '/mcp').replace('\r\n\r\n', `\r\n${twice}${twice}\r\n`)
    expect((await sendRaw(running.url, head)).status).toBe(401)
    const app = await grantApp(account)
    const foreign = await app.issueToken({ aud: 'https://elsewhere.example.com' })
    expect((await agentAt(running.url, foreign).request('tools/list')).status).toBe(401)
  })

  test('accepts the scheme in any case', async () => {
    const account = await running.account()
    const agent = agentAt(running.url)
    const answer = await agent.post(callOf('list_tags'), { authorization: `bEARER ${account.token}` })
    expect(answer.status).toBe(200)
  })
})

describe('421', () => {
  test.each(requests)(
    'for an account of another region, with its address in headers and body: %s',
    async (name, ask) => {
      const { token } = await grantApp({ id: newPublicId() }, { region: 'eu' })
      const answer = await ask(token)
      expectRefused(answer, 421, null, name)
      expect(answer.headers.get('x-service-region')).toBe('eu')
      expect(answer.headers.get('x-service-region-url')).toBe('https://eu.example.com/api')
      expect(answer.body.region).toEqual({ zone: 'eu', apiUrl: 'https://eu.example.com/api' })
    },
  )
})

describe('403', () => {
  test('while the account is paused, for every kind of request', async () => {
    const account = await running.account({ paused: true })
    for (const [name, ask] of requests) expectRefused(await ask(account.token), 403, null, name)
  })

  test('for a whole batch if one call lacks its scope, with a challenge for all scopes it needs', async () => {
    const account = await running.account()
    const { token } = await grantApp(account, { scopes: ['tags:manage'] })
    await tables.expectUnchanged(async () => {
      const agent = agentAt(running.url, token)
      const answer = await agent.post([callOf('create_tag', 1), callOf('list_profiles', 2)])
      expect(answer.status).toBe(403)
      expect(answer.headers.get('www-authenticate')).toContain('scope="tags:manage profiles:read"')
    })
  })
})

test('a batch with sufficient scopes runs each call on its own', async () => {
  const account = await running.account()
  const agent = agentAt(running.url, account.token)
  const { status, body } = await agent.post([callOf('create_tag', 1), callOf('delete_tag', 2)])
  expect(status).toBe(200)
  const byId = Object.fromEntries(body.map((one: { id: number; result: unknown }) => [one.id, one.result]))
  expect(byId[1].structuredContent).toMatchObject({ label: 'a' })
  expect(byId[2].isError).toBe(true)
})

test('concurrent requests share nothing, whoever sends them', async () => {
  const accounts = await Promise.all([running.account(), running.account()])
  await Promise.all(
    accounts.flatMap((account, at) =>
      eras.map(async (era) => {
        const agent = agentAt(running.url, account.token)
        resultOf(await agent.call('create_tag', { label: `of ${at} ${era}`, color: 'red' }, era))
        const { tags } = resultOf(await agent.call('list_tags', {}, era))
        for (const tag of tags) expect(tag.label).toContain(`of ${at}`)
      }),
    ),
  )
})

describe('an internal error', () => {
  test('is logged with the id that the model gets, and the model gets nothing else', async () => {
    const own = await startTestService()
    const account = await own.account()
    const agent = agentAt(own.url, account.token)
    await own.db.admin('alter table tag rename column label to gone')
    for (const era of eras) {
      const answer = await agent.call('create_tag', { label: 'secret words', color: 'red' }, era)
      const id = answer.headers.get('x-request-id')
      expect(mcpErrorOf(answer)).toBe(`Unexpected error. Retry; if it persists contact support (ref ${id}).`)
      expect(own.logged()).toContain(`"reqId":"${id}"`)
      expect(own.logged()).toMatch(/column .*label.* does not exist/)
    }
  })
})

describe('429', () => {
  test('above a client’s rate, with Retry-After; another client is not affected', async () => {
    const own = await startTestService(
      { RATE_LIMITS: '5/1' },
      { clock: () => new Date('2026-11-21T09:00:00Z'), limitsClock: () => 0 },
    )
    const [greedy, modest] = [await own.account(), await own.account()]
    const agent = agentAt(own.url, greedy.token)
    const answers = []
    for (let at = 0; at < 12; at += 1)
      answers.push(await (at % 2 ? agent.call('list_tags') : agent.request('tools/list')))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    for (const answer of refused) {
      expectEnvelope(answer, '429')
      expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
      expect(answer.headers.get('ratelimit')).toContain('r=0')
    }
    expect((await agentAt(own.url, modest.token).call('list_tags')).status).toBe(200)
    const many = Array.from({ length: 8 }, (_, id) => callOf('list_tags', id))
    const batch = await agentAt(own.url, (await own.account()).token).post(many)
    expect(batch.status).toBe(200)
    expect(batch.text).toContain('Too many requests')
  })
})

test('a refused call leaves nothing: no row, no audit entry, no message', async () => {
  const account = await running.account()
  const agent = agentAt(running.url, account.token)
  await tables.expectUnchanged(async () => {
    mcpErrorOf(await agent.call('create_tag', { label: 'a' }))
    mcpErrorOf(await agent.call('update_tag', { tagId: newPublicId(), label: 'a', color: 'red' }))
    mcpErrorOf(await agent.call('assign_tags_to_profiles', { tagId: newPublicId(), profileIds: [] }))
    mcpErrorOf(await agent.call('send_assessment_invite', { email: newEmail(), tagId: newPublicId() }))
    mcpErrorOf(await agent.call('send_assessment_invite', { email: 'nobody' }))
    await running.service.drainOutbox()
  })
})

test('a disk short of space refuses tools for many people as it refuses such requests, and single writes go on', async () => {
  const account = await running.account()
  const agent = agentAt(running.url, account.token)
  const tag = resultOf(await agent.call('create_tag', { label: 'Before', color: 'red' }))
  const { body } = await account.call('POST', '/profile', { email: newEmail() })
  const profileIds = [body.profile.id]
  const assign = () => agent.call('assign_tags_to_profiles', { tagId: tag.id, profileIds })
  const requests = [
    ['PUT', `/tag/${tag.id}/profiles`, { profileIds }],
    ['POST', '/campaign', { name: 'Spring', profileIds }],
    ['POST', '/profiles/import', { rows: [{ email: newEmail() }] }],
  ] as const
  storage.isLow = true
  try {
    await tables.expectUnchanged(async () => {
      for (const [method, path, sent] of requests) {
        const refused = await account.call(method, path, sent)
        expect([refused.status, refused.body.error.code]).toEqual([503, 'storage_low'])
      }
      for (const refused of [
        await assign(),
        await agent.call('get_behavioral_summary', { profileId: profileIds[0] }),
      ]) {
        expect(refused.status).toBe(200)
        expect(refused.body.result.isError).toBe(true)
        expect(refused.body.result.content[0].text).toMatch(
          /^The service is short of disk space, so .* must wait\. Try again in a minute\.$/,
        )
      }
    })
    resultOf(await agent.call('create_tag', { label: 'Meanwhile', color: 'blue' }))
    expect(resultOf(await agent.call('list_tags')).tags).toHaveLength(2)
    expect((await account.call('POST', '/profile', { email: newEmail() })).status).toBe(201)
  } finally {
    storage.isLow = false
  }
  expect(resultOf(await assign()).profiles).toEqual(profileIds)
})
