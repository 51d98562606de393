import {
  McpUiResourceMetaSchema,
  McpUiToolMetaSchema,
  RESOURCE_MIME_TYPE,
} from '@modelcontextprotocol/ext-apps'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Agent, agentAt, eras } from '../support/mcp-client.ts'
import {
  type Json,
  signIn,
  startTestService,
  type TestAccount,
  type TestService,
} from '../support/service.ts'
import { openTaker, take } from '../support/taking.ts'

const uri = 'ui://timbre/summary.html'
const extension = 'io.modelcontextprotocol/ui'

let running: TestService
let account: TestAccount
let agent: Agent
beforeAll(async () => {
  running = await startTestService()
  account = await running.account()
  agent = agentAt(running.url, account.token)
})

const tools = async (era: (typeof eras)[number]): Promise<Json[]> =>
  (await agent.request('tools/list', {}, era)).body.result.tools

describe.each(eras)('the results card, for %s clients', (era) => {
  test('is referenced by get_behavioral_summary only, under both keys that hosts read', async () => {
    const named = (await tools(era)).filter(({ _meta }) => 'ui' in _meta || 'ui/resourceUri' in _meta)
    expect(named.map(({ name }) => name)).toEqual(['get_behavioral_summary'])
    expect(McpUiToolMetaSchema.parse(named[0]._meta.ui)).toEqual({ resourceUri: uri })
    expect(named[0]._meta['ui/resourceUri']).toBe(uri)
  })

  test('is listed among the resources with its media type, and loads nothing from other hosts', async () => {
    const { resources } = (await agent.request('resources/list', {}, era)).body.result
    const listed = resources.filter((resource: Json) => resource.uri.startsWith('ui://'))
    expect(listed).toMatchObject([{ uri, mimeType: RESOURCE_MIME_TYPE }])
    const { contents } = (await agent.request('resources/read', { uri }, era)).body.result
    expect(contents).toMatchObject([{ uri, mimeType: RESOURCE_MIME_TYPE }])
    expect(contents[0].text).toMatch(/^<!doctype html>.*<\/html>\n$/s)
    expect(McpUiResourceMetaSchema.parse(contents[0]._meta.ui)).toEqual({
      csp: { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] },
      prefersBorder: true,
    })
  })

  test('needs no scope, because it contains no personal data', async () => {
    const scoped = agentAt(running.url, await signIn(running.baseUrl, account, 'tags:manage'))
    expect((await scoped.request('resources/read', { uri }, era)).status).toBe(200)
  })

  test('has no other address', async () => {
    const answer = await agent.request('resources/read', { uri: 'ui://timbre/other.html' }, era)
    expect(answer.body.error).toMatchObject({ data: { uri: 'ui://timbre/other.html' } })
  })
})

describe('the extension', () => {
  test('is offered in both protocol versions', async () => {
    const info = { capabilities: {}, clientInfo: { name: 'test', version: '1' } }
    const hello = await agent.request('initialize', { protocolVersion: '2025-11-25', ...info })
    expect(hello.body.result.capabilities.extensions).toEqual({ [extension]: {} })
    const discovered = await agent.request('server/discover', {}, 'modern')
    expect(discovered.body.result.capabilities.extensions).toEqual({ [extension]: {} })
  })

  test('does not change the tool’s answer: hosts with and without it get the same', async () => {
    const { profileId } = await openTaker(running, account).then(async (taker) => {
      await take(running, taker, 1, ['disc', 'focus', 'core'])
      return taker
    })
    const params = { name: 'get_behavioral_summary', arguments: { profileId } }
    await agent.request('tools/call', params, 'modern')
    const message = (clientCapabilities: object) => ({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        ...params,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientCapabilities': clientCapabilities,
        },
      },
    })
    const headers = {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'get_behavioral_summary',
    }
    const able = { extensions: { [extension]: { mimeTypes: [RESOURCE_MIME_TYPE] } } }
    const [withIt, without] = await Promise.all(
      [able, {}].map(async (capabilities) => (await agent.post(message(capabilities), headers)).body.result),
    )
    expect(withIt).toEqual(without)
    expect(without.content).toEqual([{ type: 'text', text: JSON.stringify(without.structuredContent) }])
    expect(without).not.toHaveProperty('_meta.ui')
  })
})
