import { expect, test } from 'vitest'
import { seededRandom } from '../src/scoring/random.ts'
import { startTestService, type TestAccount } from './support/service.ts'
import { sendInOrder, waitForEvents } from './support/webhook-load.ts'
import { startWebhookReceiver } from './support/webhook-receiver.ts'

/** `npm run drill -- webhook-load` does the same with more events, and measures. */
test('a strict endpoint that refuses a fifth of its requests at random gets every event in order', async () => {
  let ahead = 0
  const clock = () => new Date(Date.now() + ahead)
  const running = await startTestService({ WEBHOOKS: 'on' }, { clock })
  const [account, receiver] = [await running.account(), await startWebhookReceiver()]
  const passTo = (moment: Date) => {
    ahead = Math.max(ahead, moment.getTime() - Date.now() + 10)
  }
  const outcome = await sendInOrder(
    { running, account, receiver, passTo },
    { count: 60, refused: 0.2, random: seededRandom(20_261_123) },
  )
  expect(outcome).toMatchObject({ delivered: 60, inversions: 0 })
  expect(outcome.requests).toBeGreaterThan(60)
})

test('64 readers that wait hold no connection: others are answered meanwhile, and all are woken', async () => {
  const running = await startTestService()
  const accounts: TestAccount[] = []
  for (let made = 0; made < 16; made += 1) accounts.push(await running.account())
  const [first] = accounts as [TestAccount]
  const waiting = await waitForEvents(accounts)
  for (let request = 0; request < 20; request += 1)
    expect((await first.call('GET', '/account')).status).toBe(200)
  expect(waiting.count()).toBe(64)
  expect(await waiting.wake()).toHaveLength(64)
})
