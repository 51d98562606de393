import { beforeAll, describe, expect, test } from 'vitest'
import { expectEnvelope } from '../support/envelope.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'

let running: TestService
beforeAll(async () => {
  running = await startTestService({ RATE_LIMITS: 'on' })
})

const burst = (account: TestAccount, count: number) =>
  Promise.all(Array.from({ length: count }, () => account.call('GET', '/test')))

describe('429', () => {
  test('above fifty concurrent requests, with Retry-After, and accepted after that time', async () => {
    const account = await running.account()
    const started = performance.now()
    const answers = await burst(account, 120)
    const refilled = Math.ceil((performance.now() - started) / 100)
    const passed = answers.filter((answer) => answer.status === 200)
    const refused = answers.filter((answer) => answer.status === 429)
    expect(passed.length).toBeGreaterThanOrEqual(50)
    expect(passed.length).toBeLessThanOrEqual(50 + refilled)
    expect(passed.length + refused.length).toBe(120)
    expect(refused.length).toBeGreaterThan(0)
    for (const answer of refused) {
      expectEnvelope(answer, '429')
      expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
    }
    await new Promise((resolve) => setTimeout(resolve, 1_050))
    expect((await account.call('GET', '/test')).status).toBe(200)
  })

  test('does not affect another account', async () => {
    const [greedy, modest] = [await running.account(), await running.account()]
    await burst(greedy, 60)
    expect((await modest.call('GET', '/test')).status).toBe(200)
  })
})
