import { expect, test } from 'vitest'
import { startTestService } from '../support/service.ts'
import { registerApp } from '../support/third-party.ts'

test('429 on a page for a network that sends too many requests, which add no more rows', async () => {
  const running = await startTestService({ RATE_LIMITS: 'on' }, { limitsClock: () => 0, limitsDivisor: 10 })
  const app = await registerApp(running.url)
  const { address } = app.request()
  const statuses: number[] = []
  for (let n = 0; n < 40; n += 1) {
    // No proxy is trusted here, so the header does not change the client's address.
    const headers = { 'x-forwarded-for': `192.0.2.${n % 250}`, accept: 'text/html' }
    const answer = await fetch(address, { redirect: 'manual', headers })
    await answer.body?.cancel()
    statuses.push(answer.status)
    if (answer.status === 429) {
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(answer.headers.get('content-type')).toContain('text/html')
    }
  }
  const passed = statuses.filter((status) => status === 303).length
  expect(statuses.filter((status) => status === 429).length).toBe(40 - passed)
  expect(passed).toBe(30)
  const kept = await running.db.admin(`select 1 from oauth_record where model = 'Interaction'`)
  expect(kept).toHaveLength(passed)
})
