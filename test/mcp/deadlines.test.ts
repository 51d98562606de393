import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Failure } from '../../src/contract/failure.ts'
import type { PrepareContext } from '../../src/contract/operation.ts'
import { agentAt, type Era, eras, mcpErrorOf, resultOf } from '../support/mcp-client.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { callOf, latch, slowTool } from '../support/slow-tool.ts'
import { messagesIn, openStream } from '../support/streams.ts'

let work: (preparation: PrepareContext) => Promise<void>
const slow = slowTool((preparation) => work(preparation))
beforeEach(() => {
  work = async () => {}
})

describe('a deadline', () => {
  let impatient: TestService
  let caller: TestAccount
  beforeAll(async () => {
    const mcpTimeouts = { deadline: 100, progressInterval: 30, keepAlive: 10_000 }
    impatient = await startTestService({}, { operations: [slow.operation], mcpTimeouts })
    caller = await impatient.account()
  })

  test.each(eras)(
    'after it, the model is told to call again; the work continues, and the next call finds it (%s)',
    async (era) => {
      const end = latch()
      work = () => end.opened
      const before = slow.ends()
      const asking = agentAt(impatient.url, caller.token)
      const words = mcpErrorOf(await asking.call('write_slowly', { profileId: 'a' }, era))
      expect(words).toBe(
        'The debrief is still being generated (started 0 s ago). Call write_slowly again with the same profileId in about 15 seconds.',
      )
      expect(slow.ends()).toBe(before)
      end.open()
      await expect.poll(() => slow.ends()).toBe(before + 1)
      // A slow machine may not answer within the deadline again, and says so.
      const next = async () => resultOf(await asking.call('write_slowly', { profileId: 'a' }, era))
      await expect.poll(() => next().catch(() => undefined), { timeout: 20_000 }).toEqual({ done: true })
    },
  )

  test.each(eras)('also ends a stream, and later progress is dropped (%s)', async (era) => {
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
  })

  test.each(eras)('work that fails after it is logged, without other effects (%s)', async (era) => {
    const end = latch()
    work = async () => {
      await end.opened
      throw new Error(`a late fault (${era})`)
    }
    const asking = agentAt(impatient.url, caller.token)
    mcpErrorOf(await asking.call('write_slowly', { profileId: 'a' }, era))
    end.open()
    await expect.poll(() => impatient.logged()).toContain(`a late fault (${era})`)
    expect((await asking.call('list_tags', {}, era)).status).toBe(200)
  })

  test.each(eras)('a temporary refusal by the work itself is text, not a status (%s)', async (era) => {
    work = async () => {
      throw new Failure('debrief_under_way', { message: 'The debrief is still being generated.' })
    }
    const asking = agentAt(impatient.url, caller.token)
    const words = mcpErrorOf(await asking.call('write_slowly', { profileId: 'a' }, era))
    expect(words).toBe('The debrief is still being generated.')
  })

  test('the service stops only after work that a model no longer waits for', async () => {
    const own = await startTestService(
      {},
      {
        operations: [slow.operation],
        mcpTimeouts: { deadline: 10, progressInterval: 30, keepAlive: 10_000 },
      },
    )
    const end = latch()
    work = () => end.opened
    const before = slow.ends()
    mcpErrorOf(await agentAt(own.url, (await own.account()).token).call('write_slowly', { profileId: 'a' }))
    const stopped = own.service.stop().then(() => slow.ends())
    own.service.stop = async () => []
    end.open()
    expect(await stopped).toBe(before + 1)
  })
})

describe('disconnecting', () => {
  // Longer than and different from every other timer.
  const keepAlive = 654_321
  let running: TestService
  let account: TestAccount
  beforeAll(async () => {
    const mcpTimeouts = { deadline: 600_000, progressInterval: 600_000, keepAlive }
    running = await startTestService({}, { operations: [slow.operation], mcpTimeouts })
    account = await running.account()
  })

  test.each(eras)('loses nothing: the work completes (%s)', async (era) => {
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
    expect((await agentAt(running.url, account.token).call('list_tags', {}, era)).status).toBe(200)
  })

  test.each(eras)(
    'before the first message is no error, and is logged like any request (%s)',
    async (era) => {
      const [inside, end] = [latch(), latch()]
      work = async () => {
        inside.open()
        await end.opened
      }
      const before = slow.ends()
      const { body, headers } = callOf(era, 'a')
      const id = `leaving-${era}`
      const leaving = new AbortController()
      const left = openStream(running.url, account.token, body, { ...headers, 'x-request-id': id }, leaving)
      await inside.opened
      leaving.abort()
      await expect(left).rejects.toThrow()
      const lines = () =>
        running
          .logged()
          .split('\n')
          .filter((line) => line.includes(id))
      await expect.poll(() => lines().length).toBe(1)
      end.open()
      await expect.poll(() => slow.ends()).toBe(before + 1)
      // By the time another request is answered, the process has finished what follows the work.
      await agentAt(running.url, account.token).call('list_tags', {}, era)
      expect(lines().map((line) => JSON.parse(line))).toEqual([
        expect.objectContaining({ level: 'info', route: '/mcp', left: true, accountId: account.id }),
      ])
    },
  )

  test.each(eras.flatMap((era) => ['before', 'after'].map((when): [Era, string] => [era, when])))(
    'leaves no timer, however long the work takes (%s, %s the first message)',
    async (era, when) => {
      const set = vi.spyOn(globalThis, 'setInterval')
      const cleared = vi.spyOn(globalThis, 'clearInterval')
      const [inside, end] = [latch(), latch()]
      work = async ({ progress }) => {
        if (when === 'after') progress('Writing the debrief')
        inside.open()
        await end.opened
      }
      const before = slow.ends()
      const { body, headers } = callOf(era, 'a')
      const leaving = new AbortController()
      const answer = openStream(running.url, account.token, body, headers, leaving).catch(() => undefined)
      await inside.opened
      if (when === 'after') await answer
      const timers = () =>
        set.mock.results.flatMap(({ value }, at) => (set.mock.calls[at]?.[1] === keepAlive ? [value] : []))
      if (era === 'legacy' || when === 'after') expect(timers().length).toBeGreaterThan(0)
      leaving.abort()
      const stopped = () => cleared.mock.calls.map(([timer]) => timer)
      await expect.poll(() => timers().filter((timer) => !stopped().includes(timer))).toEqual([])
      end.open()
      await expect.poll(() => slow.ends()).toBe(before + 1)
      vi.restoreAllMocks()
    },
  )
})
