import { expect, test } from 'vitest'
import { provisionTwice } from '../support/provisioning.ts'
import { startTestService } from '../support/service.ts'

const people = Number(process.env.DRILL_PEOPLE ?? 10_000)

test('a directory reports many people twice, within the rate limits', async () => {
  const running = await startTestService({ RATE_LIMITS: '50/10' })
  const seen = await provisionTwice(running, await running.account(), people)
  console.info(JSON.stringify({ people, ...seen }))
  expect(seen.first).toMatchObject({ profiles: people, users: people })
  expect(seen.second).toMatchObject({ profiles: people, users: people })
  for (const { seconds } of [seen.first, seen.second])
    expect(seconds).toBeLessThanOrEqual((people / 10_000) * 600 + 30)
})
