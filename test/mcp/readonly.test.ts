import { beforeAll, describe, expect, test } from 'vitest'
import { catalog } from '../../src/catalog.ts'
import { createAppGranter } from '../support/delegates.ts'
import { expectEnvelope } from '../support/envelope.ts'
import { modernHeaders, modernMessage } from '../support/mcp-client.ts'
import { type Json, startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'

let running: TestService
let account: TestAccount
let tables: Tables
beforeAll(async () => {
  running = await startTestService()
  account = await running.account()
  tables = await openTables(running.db)
})

async function ask(query: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${running.url}/mcp${query}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${account.token}`,
      ...headers,
    },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) as Json }
}
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const callOf = (name: string, input: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: input },
})

const reading = catalog.filter(({ mcp, effect }) => mcp && effect === 'reads').map(({ name }) => name)

describe('?readonly=1', () => {
  test('lists only tools that change and send nothing, in both versions', async () => {
    expect(reading).toEqual(['list_tags', 'list_profiles'])
    for (const answer of [
      await ask('?readonly=1', list),
      await ask('?readonly=1', modernMessage('tools/list'), modernHeaders('tools/list')),
    ]) {
      expect(answer.body.result.tools.map(({ name }: Json) => name)).toEqual(reading)
      for (const { annotations } of answer.body.result.tools) expect(annotations.readOnlyHint).toBe(true)
    }
    expect((await ask('?readonly=1', callOf('list_tags', {}))).body.result.isError).toBeFalsy()
  })

  test('refuses calls of every other tool, alone and in a batch, without effect', async () => {
    const others = catalog.filter(({ mcp, effect }) => mcp && effect !== 'reads')
    expect(others.length).toBeGreaterThan(4)
    await tables.expectUnchanged(async () => {
      for (const { name } of others) {
        const call = callOf(name, { label: 'a', color: 'red', email: 'a@b.test' })
        for (const body of [call, [call]]) {
          const [answer] = [(await ask('?readonly=1', body)).body].flat()
          expect(answer.error, name).toMatchObject({ code: -32602, message: expect.stringContaining(name) })
        }
      }
    })
  })

  test('does not request scopes that only other tools need', async () => {
    const answer = await ask('?readonly=1', list, { authorization: 'Bearer nothing' })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toContain('scope="profiles:read tags:manage"')
  })

  test('widens nothing: scopes are still required', async () => {
    const narrow = await (await createAppGranter(running))(account, { scopes: ['profiles:write'] })
    const headers = { authorization: `Bearer ${narrow.token}` }
    expect((await ask('?readonly=1', callOf('list_tags', {}), headers)).status).toBe(403)
  })
})

test.each([
  '?readonly=0',
  '?readonly',
  '?readonly=',
  '?readOnly=1',
  '?readonly=1&readonly=1',
  '?tools=all',
  '?readonly=1&a=b',
])('400 for %s, because a typo must not disable the restriction', async (query) => {
  const answer = await ask(query, list)
  expect(answer.status).toBe(400)
  expectEnvelope(answer, query)
  expect(answer.body.error.message).toContain('?readonly=1')
})

test('a token in the query is 401, even next to a valid one', async () => {
  const query = `?access_token=${account.token}`
  expect((await ask(query, list, { authorization: '' })).status).toBe(401)
  const both = await ask(query, list)
  expect(both.status).toBe(400)
  expect(both.text).not.toContain(account.token)
  expect(running.logged()).not.toContain(account.token)
})
