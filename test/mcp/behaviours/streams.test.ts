import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Preparation } from '../../../src/contract/operation.ts'
import {
  type Agent,
  agentAt,
  type Era,
  eras,
  given,
  modernHeaders,
  modernMessage,
  refusal,
} from '../../support/agents.ts'
import { openDelegates } from '../../support/delegates.ts'
import { expectEnvelope } from '../../support/envelope.ts'
import { startTestService, type TestAccount, type TestService } from '../../support/service.ts'
import { latch, slowTool } from '../../support/slow-tool.ts'
import { messagesIn, openStream } from '../../support/streams.ts'

let work: (preparation: Preparation) => Promise<void>
const slow = slowTool((preparation) => work(preparation))
let running: TestService
let account: TestAccount
let agent: Agent
beforeAll(async () => {
  const waiting = { deadline: 600_000, between: 5, keepAlive: 5 }
  running = await startTestService({}, { operations: [slow.operation], waiting })
  account = await running.account()
  agent = agentAt(running.url, account.token)
})
beforeEach(() => {
  work = async () => {}
})

/** A call of a tool, of either generation, that asks for progress with this token. */
function callOf(era: Era, progressToken?: string | number, name = 'write_slowly') {
  const params = { name, arguments: name === 'write_slowly' ? { profileId: 'a' } : {} }
  const message =
    era === 'modern'
      ? modernMessage('tools/call', params)
      : { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
  const meta = {
    ...('_meta' in message.params ? (message.params._meta as object) : {}),
    ...(progressToken === undefined ? {} : { progressToken }),
  }
  const headers = era === 'modern' ? modernHeaders('tools/call', name) : {}
  return { body: { ...message, params: { ...params, _meta: meta } }, headers }
}

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
    '55. is told in a stream where it was asked for (%s, %j): growing, with the same token, by the steps, none after the result',
    async (era, token) => {
      const [reading, writing] = [latch(), latch()]
      work = async ({ progress }) => {
        progress('Reading results')
        await reading.opened
        progress('Writing the debrief')
        await writing.opened
        // It still says something when it ends.
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

  test.each(eras)('55. is not told where nobody asked, and the answer is JSON (%s)', async (era) => {
    work = async ({ progress }) => progress('Reading results')
    const { body, headers } = callOf(era)
    const answer = await agent.post(body, headers)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'application/json; charset=utf-8',
    ])
    expect(given(answer)).toEqual({ done: true })
  })

  test.each(eras)(
    '55. is not told to who takes no streams, nor by a tool that is quick (%s)',
    async (era) => {
      work = async ({ progress }) => progress('Reading results')
      const asked = callOf(era, 'a')
      const plain = await agent.post(asked.body, { ...asked.headers, accept: 'application/json' })
      const quick = callOf(era, 'a', 'list_tags')
      for (const answer of [plain, await agent.post(quick.body, quick.headers)]) {
        expect([answer.status, answer.headers.get('content-type')]).toEqual([
          200,
          'application/json; charset=utf-8',
        ])
        expect(given(answer)).toBeTruthy()
      }
    },
  )

  test.each(eras)('55. what a tool refuses ends the stream in words (%s)', async (era) => {
    const { body, headers } = callOf(era, 'a')
    const wrong = { ...body, params: { ...body.params, arguments: {} } }
    const answer = await agent.post(wrong, headers)
    const message = era === 'legacy' ? messagesIn(answer.text)[0] : answer.body
    expect(message.result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('profileId') }],
    })
  })

  test.each(eras)('55. comments keep a stream alive on which nothing else moves (%s)', async (era) => {
    const own = await startTestService(
      {},
      { operations: [slow.operation], waiting: { deadline: 600_000, between: 600_000, keepAlive: 5 } },
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

describe('a stream opens only for who is let in', () => {
  test.each(eras)(
    '55. 401, 403 and 403 while paused are statuses also where progress was asked for (%s)',
    async (era) => {
      work = async ({ progress }) => progress('Reading results')
      const { body, headers } = callOf(era, 'a')
      const narrow = await (await openDelegates(running))(account, { scopes: ['tags:manage'] })
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

  test.each(eras)('55. and not before: keep-alives do not open it (%s)', async (era) => {
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

describe('a deadline', () => {
  let impatient: TestService
  let caller: TestAccount
  beforeAll(async () => {
    const waiting = { deadline: 100, between: 30, keepAlive: 10_000 }
    impatient = await startTestService({}, { operations: [slow.operation], waiting })
    caller = await impatient.account()
  })

  test.each(eras)(
    '56. past it a model is told to call again, while the work goes on and is found (%s)',
    async (era) => {
      const end = latch()
      work = () => end.opened
      const before = slow.ends()
      const asking = agentAt(impatient.url, caller.token)
      const words = refusal(await asking.call('write_slowly', { profileId: 'a' }, era))
      expect(words).toBe(
        'The debrief is still being generated (started 0 s ago). Call write_slowly again with the same profileId in about 15 seconds.',
      )
      expect(slow.ends()).toBe(before)
      end.open()
      await expect.poll(() => slow.ends()).toBe(before + 1)
      expect(given(await asking.call('write_slowly', { profileId: 'a' }, era))).toEqual({ done: true })
    },
  )

  test.each(eras)(
    '56. also ends a stream, and what the work says later is told to nobody (%s)',
    async (era) => {
      const end = latch()
      work = async ({ progress }) => {
        progress('Writing the debrief')
        await end.opened
        progress('Saving')
      }
      const { body, headers } = callOf(era, 'a')
      const answer = await openStream(impatient.url, caller.token, body, headers)
      await answer.rest()
      const messages = messagesIn(answer.text())
      expect(messages.pop().result).toMatchObject({ isError: true })
      expect(messages[0].params.message).toBe('Writing the debrief')
      const before = slow.ends()
      end.open()
      await expect.poll(() => slow.ends()).toBe(before + 1)
      expect(impatient.logged()).not.toContain('unexpected error')
    },
  )

  test.each(eras)('56. work that fails after it is logged, and breaks nothing (%s)', async (era) => {
    const end = latch()
    work = async () => {
      await end.opened
      throw new Error(`a late fault (${era})`)
    }
    const asking = agentAt(impatient.url, caller.token)
    refusal(await asking.call('write_slowly', { profileId: 'a' }, era))
    end.open()
    await expect.poll(() => impatient.logged()).toContain(`a late fault (${era})`)
    expect((await asking.call('list_tags', {}, era)).status).toBe(200)
  })

  test('56. the service stops only after the work that a model no longer waits for', async () => {
    const own = await startTestService(
      {},
      { operations: [slow.operation], waiting: { deadline: 10, between: 30, keepAlive: 10_000 } },
    )
    const end = latch()
    work = () => end.opened
    const before = slow.ends()
    refusal(await agentAt(own.url, (await own.account()).token).call('write_slowly', { profileId: 'a' }))
    const stopped = own.service.stop().then(() => slow.ends())
    own.service.stop = async () => {}
    end.open()
    expect(await stopped).toBe(before + 1)
  })
})

test.each(eras)('56. a client that leaves loses nothing: the work is done to its end (%s)', async (era) => {
  for (const token of [undefined, 'a']) {
    const [inside, end] = [latch(), latch()]
    work = async ({ progress }) => {
      progress('Writing the debrief')
      inside.open()
      await end.opened
    }
    const before = slow.ends()
    const { body, headers } = callOf(era, token)
    const leaving = new AbortController()
    const left = fetch(`${running.url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${account.token}`,
        ...headers,
      },
      body: JSON.stringify(body),
      signal: leaving.signal,
    }).then((answer) => answer.text())
    await inside.opened
    leaving.abort()
    await expect(left).rejects.toThrow()
    end.open()
    await expect.poll(() => slow.ends()).toBe(before + 1)
  }
  expect((await agent.call('list_tags', {}, era)).status).toBe(200)
})
