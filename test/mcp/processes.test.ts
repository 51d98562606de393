import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { agentAt, eras, resultOf } from '../support/mcp-client.ts'
import { signIn, startTestService } from '../support/service.ts'

test('is stateless: two processes answer one client’s calls in turn', async () => {
  const shared = { SECRET_KEY: randomBytes(32).toString('base64url') }
  const here = await startTestService(shared)
  const there = await startTestService({ ...shared, DATABASE_URL: here.db.url })
  const account = await here.account()
  const first = agentAt(here.url, account.token)
  const second = agentAt(there.url, await signIn(there.baseUrl, account))
  const handshake = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'a', version: '1' },
  }
  expect((await first.request('initialize', handshake)).status).toBe(200)
  for (const [at, era] of [...eras, ...eras].entries()) {
    const [one, other] = at % 2 ? [first, second] : [second, first]
    const { id } = resultOf(await one.call('create_tag', { label: `Team ${at}`, color: 'red' }, era))
    resultOf(await other.call('update_tag', { tagId: id, label: `Other ${at}`, color: 'blue' }, era))
    expect(resultOf(await one.call('list_tags', { search: `Other ${at}` }, era)).total).toBe(1)
  }
})
