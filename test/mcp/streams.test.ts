import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PrepareContext } from '../../src/contract/operation.ts'
import { createAppGranter } from '../support/delegates.ts'
import { expectEnvelope } from '../support/envelope.ts'
import { type Agent, agentAt, type Era, eras, resultOf } from '../support/mcp-client.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { callOf, latch, slowTool } from '../support/slow-tool.ts'
import { messagesIn, openStream } from '../support/streams.ts'

let work: (preparation: PrepareContext) => Promise<void>
const slow = slowTool((preparation) => work(preparation))
let running: TestService
let account: TestAccount
let agent: Agent
beforeAll(async () => {
  const mcpTimeouts = { deadline: 600_000, progressInterval: 5, keepAlive: 5 }
  running = await startTestService({}, { operations: [slow.operation], mcpTimeouts })
  account = await running.account()
  agent = agentAt(running.url, account.token)
})
beforeEach(() => {
  work = async () => {}
})

const open = (era: Era, token?: string | number, more: Record<string, string> = {}) => {
  const { body, headers } = callOf(era, token)
  return openStream(running.url, account.token, body, { ...headers, ...more })
}
const progressIn = (text: string) =>
  messagesIn(text).filter(({ method }) => method === 'notifications/progress')

describe('progress', () => {
  test.each(
    eras.flatMap(
      (era) =>
        [
          [era, 'token'],
          [era, 0],
          [era, 7],
        ] as const,
    ),
  )(
    'is streamed if requested (%s, %j): increasing, with the same token, one per step, none after the result',
    async (era, token) => {
      const [reading, writing] = [latch(), latch()]
      work = async ({ progress }) => {
        progress('Reading results')
        await reading.opened
        progress('Writing the debrief')
        await writing.opened
        // One more progress message at the end.
        progress('Saving')
      }
      const answer = await open(era, token)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toMatch(/^text\/event-stream/)
      expect(answer.headers.get('x-accel-buffering')).toBe('no')
      expect(answer.headers.get('cache-control')).toBe('no-store')
      await answer.until((text) => progressIn(text).length >= 3)
      reading.open()
      await answer.until((text) => text.split('Writing the debrief').length >= 3)
      writing.open()
      await answer.rest()
      const messages = messagesIn(answer.text())
      const last = messages.pop()
      expect(last.result.structuredContent).toEqual({ done: true })
      expect(messages.every(({ method }) => method === 'notifications/progress')).toBe(true)
      expect(messages.map(({ params }) => params.progress)).toEqual(messages.map((_, at) => at + 1))
      expect(new Set(messages.map(({ params }) => params.progressToken))).toEqual(new Set([token]))
      const steps = messages.map(({ params }) => params.message)
      expect([...new Set(steps)]).toEqual(['Reading results', 'Writing the debrief', 'Saving'])
    },
  )

  test.each(eras)('is not sent unless requested, and the answer is JSON (%s)', async (era) => {
    work = async ({ progress }) => progress('Reading results')
    const { body, headers } = callOf(era)
    const answer = await agent.post(body, headers)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'application/json; charset=utf-8',
    ])
    expect(resultOf(answer)).toEqual({ done: true })
  })

  test.each(eras)(
    'is not sent to clients that do not accept streams, nor by a quick tool (%s)',
    async (era) => {
      work = async ({ progress }) => progress('Reading results')
      const call = callOf(era, 'a')
      const plain = await agent.post(call.body, { ...call.headers, accept: 'application/json' })
      const quick = callOf(era, 'a', 'list_tags')
      for (const answer of [plain, await agent.post(quick.body, quick.headers)]) {
        expect([answer.status, answer.headers.get('content-type')]).toEqual([
          200,
          'application/json; charset=utf-8',
        ])
        expect(resultOf(answer)).toBeTruthy()
      }
    },
  )

  test.each(eras)('a tool’s refusal ends the stream as text (%s)', async (era) => {
    const { body, headers } = callOf(era, 'a')
    const wrong = { ...body, params: { ...body.params, arguments: {} } }
    const answer = await agent.post(wrong, headers)
    const message = era === 'legacy' ? messagesIn(answer.text)[0] : answer.body
    expect(message.result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('profileId') }],
    })
  })

  test.each(eras)('comments keep an idle stream alive (%s)', async (era) => {
    const own = await startTestService(
      {},
      {
        operations: [slow.operation],
        mcpTimeouts: { deadline: 600_000, progressInterval: 600_000, keepAlive: 5 },
      },
    )
    const end = latch()
    work = async ({ progress }) => {
      progress('Writing the debrief')
      await end.opened
    }
    const { body, headers } = callOf(era, 'a')
    const answer = await openStream(own.url, (await own.account()).token, body, headers)
    await answer.until((text) => /^: ?keepalive$/m.test(text))
    end.open()
    await answer.rest()
    expect(answer.text().startsWith('event: message')).toBe(true)
    expect(messagesIn(answer.text())).toHaveLength(2)
  })
})

describe('a stream opens only after authorization', () => {
  test.each(eras)(
    '401, 403 and 403 while paused are statuses also with a progress token (%s)',
    async (era) => {
      work = async ({ progress }) => progress('Reading results')
      const { body, headers } = callOf(era, 'a')
      const narrow = await (await createAppGranter(running))(account, { scopes: ['tags:manage'] })
      const paused = await running.account({ paused: true })
      const revoked = await running.account()
      await running.db.admin('update machine_client set revoked_at = now() where account_id = $1', [
        revoked.id,
      ])
      for (const [token, status] of [
        [undefined, 401],
        ['nothing', 401],
        [revoked.token, 401],
        [narrow.token, 403],
        [paused.token, 403],
      ] as const) {
        const answer = await agentAt(running.url, token).post(body, headers)
        expect(answer.status).toBe(status)
        expectEnvelope(answer, String(status))
        if (status === 401 || token === narrow.token)
          expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer /)
      }
    },
  )

  test.each(eras)('and not earlier: keep-alives do not open it (%s)', async (era) => {
    const inside = latch()
    const silent = latch()
    work = async () => {
      inside.open()
      await silent.opened
    }
    const coming = open(era, 'a')
    await inside.opened
    setTimeout(silent.open, 40)
    const answer = await coming
    await answer.rest()
    expect(answer.text()).not.toMatch(/^:/)
  })
})

describe('a batch of the oldest revision', () => {
  const batch = () => [
    { ...callOf('legacy', 'a').body, id: 1 },
    { ...callOf('legacy', undefined, 'list_tags').body, id: 2 },
  ]

  test('streams progress of one call and ends with both results', async () => {
    work = async ({ progress }) => progress('Reading results')
    const answer = await agent.post(batch())
    expect(answer.headers.get('content-type')).toMatch(/^text\/event-stream/)
    const messages = messagesIn(answer.text)
    expect(messages.filter(({ method }) => method).length).toBeGreaterThan(0)
    expect(messages.flatMap(({ id }) => id ?? []).sort()).toEqual([1, 2])
  })

  test('is answered in full although it cancels its own requests', async () => {
    const cancel = (requestId: number) => ({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId },
    })
    const [slowly, quickly] = batch()
    const streamed = await agent.post([cancel(1), slowly, quickly, cancel(1), cancel(2)])
    expect(messagesIn(streamed.text).flatMap(({ id }) => id ?? [])).toEqual(expect.arrayContaining([1, 2]))
    const { status, body } = await agent.post([quickly, cancel(2)])
    expect([status, [body].flat()[0].id]).toEqual([200, 2])
    expect((await agent.post([cancel(1), cancel(2)])).status).toBe(202)
  })

  test('is 403 as a whole, and no stream, if one call lacks its scope', async () => {
    const narrow = await (await createAppGranter(running))(account, { scopes: ['tags:manage'] })
    const answer = await agentAt(running.url, narrow.token).post(batch())
    expect(answer.status).toBe(403)
    expectEnvelope(answer, 'batch')
  })
})

test('400 for an unknown version also with a progress token', async () => {
  const { body } = callOf('legacy', 'a')
  const answer = await agent.post(body, { 'mcp-protocol-version': '1999-01-01' })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    400,
    'application/json; charset=utf-8',
  ])
})
