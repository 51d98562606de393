import { beforeAll, describe, expect, test } from 'vitest'
import { expectEnvelope } from '../support/envelope.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'

let running: TestService
/** Stands still, so that nothing depends on how fast the machine sends the requests. */
let milliseconds = 0
beforeAll(async () => {
  running = await startTestService({ RATE_LIMITS: 'on' }, { limitsClock: () => milliseconds })
})

const burst = (account: TestAccount, count: number) =>
  Promise.all(Array.from({ length: count }, () => account.call('GET', '/test')))

describe('429', () => {
  test('above fifty concurrent requests, with Retry-After, and accepted after that time', async () => {
    const account = await running.account()
    const answers = await burst(account, 60)
    const passed = answers.filter((answer) => answer.status === 200)
    const refused = answers.filter((answer) => answer.status === 429)
    expect([passed.length, refused.length]).toEqual([50, 10])
    for (const answer of refused) {
      expectEnvelope(answer, '429')
      expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
    }
    milliseconds += 1_000 * Math.max(...refused.map(({ headers }) => Number(headers.get('retry-after'))))
    expect((await account.call('GET', '/test')).status).toBe(200)
  })

  test('does not affect another account', async () => {
    const [greedy, modest] = [await running.account(), await running.account()]
    await burst(greedy, 60)
    expect((await modest.call('GET', '/test')).status).toBe(200)
  })
})
