import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { seededRandom } from '../src/scoring/random.ts'
import { startTestService, type TestAccount, type TestService } from './support/service.ts'
import { addTagEndpoint, recordTestEvents, sendInOrder, waitForEvents } from './support/webhook-load.ts'
import { startWebhookReceiver, type WebhookReceiver } from './support/webhook-receiver.ts'

/** `npm run drill -- webhook-load` does some of this with more events, and measures. */

const places = 16
let ahead = 0
let running: TestService
let receiver: WebhookReceiver
beforeAll(async () => {
  const clock = () => new Date(Date.now() + ahead)
  running = await startTestService({ WEBHOOKS: 'on', WEBHOOK_CONCURRENCY: `${places}` }, { clock })
  receiver = await startWebhookReceiver()
})
afterEach(async () => {
  await running.db.admin(`update webhook_endpoint set state = 'disabled'`)
  receiver.release()
  receiver.received.length = 0
  receiver.answer(200)
})

const inOrder = 'a strict endpoint that refuses a fifth of its requests at random gets every event in order'
test(inOrder, () => sendAll(25))
test(`${inOrder}, of sixty`, { tags: 'long' }, () => sendAll(60))

async function sendAll(count: number): Promise<void> {
  const account = await running.account()
  const passTo = (moment: Date) => {
    ahead = Math.max(ahead, moment.getTime() - Date.now() + 10)
  }
  const outcome = await sendInOrder(
    { running, account, receiver, passTo },
    { count, refused: 0.2, random: seededRandom(20_261_123) },
  )
  expect(outcome).toMatchObject({ delivered: count, inversions: 0 })
  expect(outcome.requests).toBeGreaterThan(count)
}

test('64 readers that wait hold no connection: others are answered meanwhile, and all are woken', async () => {
  const accounts: TestAccount[] = []
  for (let made = 0; made < 16; made += 1) accounts.push(await running.account())
  const [first] = accounts as [TestAccount]
  const waiting = await waitForEvents(accounts)
  for (let request = 0; request < 20; request += 1)
    expect((await first.call('GET', '/account')).status).toBe(200)
  expect(waiting.count()).toBe(64)
  expect(await waiting.wake()).toHaveLength(64)
})

describe('an account whose endpoints hang', () => {
  const paths = new Set<string>()
  const hanging = () => receiver.received.filter(({ path }) => paths.has(path)).length
  beforeEach(() => {
    paths.clear()
    receiver.answer(({ path }) => (paths.has(path) ? 'hang' : 200))
  })

  /** Adds endpoints that never answer, and causes more events for each than it has places. */
  async function hang({ endpoints, maxInFlight }: { endpoints: number; maxInFlight: number }): Promise<void> {
    const account = await running.account()
    const before = hanging()
    for (let made = 0; made < endpoints; made += 1)
      paths.add((await addTagEndpoint(account, receiver, { maxInFlight })).path)
    await recordTestEvents(running, account, maxInFlight + 1)
    await createTag(account)
    await expect.poll(hanging).toBeGreaterThan(before)
  }

  const createTag = ({ call }: TestAccount) => call('POST', '/tag', { label: 'Sales', color: 'blue' })

  /** Whether events reach another account's endpoint long before the requests that hang are given up. */
  async function expectDelivered(other: TestAccount): Promise<void> {
    const { path } = await addTagEndpoint(other, receiver)
    const count = () => receiver.received.filter((request) => request.path === path).length
    for (let made = 1; made <= 5; made += 1) {
      await createTag(other)
      await expect.poll(count, { timeout: 3_000, interval: 10 }).toBe(made)
    }
  }

  test('does not take the turns of others with endpoints that have no free place', async () => {
    await hang({ endpoints: 12, maxInFlight: 1 })
    await expectDelivered(await running.account())
  })

  test('holds at most a quarter of the places, and others get theirs', async () => {
    await hang({ endpoints: 2, maxInFlight: 16 })
    await expectDelivered(await running.account())
    expect(hanging()).toBe(places / 4)
  })

  test('leaves places free also together with two others', { tags: 'long' }, async () => {
    for (let made = 0; made < 3; made += 1) await hang({ endpoints: 1, maxInFlight: 16 })
    await expectDelivered(await running.account())
  })
})
