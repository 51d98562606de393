import { setTimeout } from 'node:timers/promises'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { seededRandom } from '../../src/scoring/random.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import {
  addTagEndpoint,
  eventIn,
  recordTestEvents,
  sendInOrder,
  waitForEvents,
} from '../support/webhook-load.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts'

const rounds = Number(process.env.DRILL_ROUNDS ?? 10)
const random = seededRandom(Number(process.env.DRILL_SEED ?? 20_261_123))

let ahead = 0
let running: TestService
let receiver: WebhookReceiver
let account: TestAccount
beforeAll(async () => {
  const clock = () => new Date(Date.now() + ahead)
  running = await startTestService({ WEBHOOKS: 'on', LOG_LEVEL: 'error' }, { clock })
  receiver = await startWebhookReceiver()
})
beforeEach(async () => {
  await running.db.admin(`update webhook_endpoint set state = 'disabled'`)
  account = await running.account()
  receiver.received.length = 0
  receiver.answer(200)
})

const say = (figures: object) => process.stdout.write(`${JSON.stringify(figures)}\n`)

/** In tenths of a millisecond: a quick machine sends an event within a few. */
function share(times: readonly number[], part: number): number {
  const sorted = [...times].sort((time, next) => time - next)
  const time = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
  return Math.round(time * 10) / 10
}
const spread = (times: readonly number[]) => ({
  ...{ count: times.length, p50: share(times, 0.5), p99: share(times, 0.99) },
})

test('10,000 events are sent, and replayed, within a minute', async () => {
  const count = 1_000 * rounds
  const slowest = { perSecond: Number.POSITIVE_INFINITY, replaySeconds: 0 }
  for (const maxInFlight of [4, 16]) {
    const { id } = await addTagEndpoint(account, receiver, { maxInFlight })
    const sent = await timeToReceive(count, () => recordTestEvents(running, account, count))
    const replayed = await timeToReceive(count, async () => {
      const { status, text } = await account.call('POST', `/webhook/${id}/replay`, {
        ...{ since: '2020-01-01', types: ['tag.created'], only: 'all' },
      })
      if (status !== 200) throw new Error(text)
    })
    say({ count, maxInFlight, sentPerSecond: Math.round(count / sent), replaySeconds: Math.round(replayed) })
    await account.call('DELETE', `/webhook/${id}`)
    account = await running.account()
    slowest.perSecond = Math.min(slowest.perSecond, count / sent)
    slowest.replaySeconds = Math.max(slowest.replaySeconds, replayed)
  }
  expect(slowest.replaySeconds).toBeLessThanOrEqual(60)
  expect(slowest.perSecond).toBeGreaterThanOrEqual(200)
})

/** Seconds from the first request to the last. */
async function timeToReceive(count: number, cause: () => Promise<void>): Promise<number> {
  receiver.received.length = 0
  const times: number[] = []
  receiver.answer(() => {
    times.push(performance.now())
    return 200
  })
  await cause()
  while (times.length < count) await setTimeout(5)
  await running.service.drainWebhooks()
  return ((times[count - 1] as number) - (times[0] as number)) / 1_000
}

/** Periods with and without an endpoint that hangs alternate, so that a busy machine slows both. */
test('an endpoint that hangs delays another one by at most a fifth', async () => {
  const times = { alone: [] as number[], beside: [] as number[] }
  await addTagEndpoint(account, receiver)
  const hanging = await addTagEndpoint(account, receiver)
  let current = times.alone
  receiver.answer((request) => {
    if (request.path === hanging.path) return 'hang'
    current.push(performance.timeOrigin + performance.now() - Date.parse(eventIn(request).timestamp))
    return 200
  })
  for (let round = 0; round < 2 * rounds; round += 1) {
    const isBeside = round % 2 === 1
    await account.call('PATCH', `/webhook/${hanging.id}`, { state: isBeside ? 'enabled' : 'disabled' })
    // What hangs now holds its places until the time is up.
    if (!isBeside) await running.service.drainWebhooks()
    current = isBeside ? times.beside : times.alone
    const wanted = current.length + 500
    for (let made = 0; made < 500; made += 1) {
      await account.call('POST', '/tag', { label: 'Sales', color: 'blue' })
      await setTimeout(10)
    }
    while (current.length < wanted) await setTimeout(5)
  }
  say({ alone: spread(times.alone), beside: spread(times.beside) })
  expect(share(times.beside, 0.99)).toBeLessThanOrEqual(2_000)
  expect(share(times.beside, 0.99) / share(times.alone, 0.99)).toBeLessThanOrEqual(1.2)
})

test('64 readers that wait slow other requests by at most a tenth, and are woken within 200 ms', async () => {
  const accounts: TestAccount[] = []
  for (let made = 0; made < 16; made += 1) accounts.push(await running.account())
  const times = { quiet: [] as number[], beside: [] as number[], woken: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    await measure(times.quiet)
    const waiting = await waitForEvents(accounts)
    // All have begun to wait, and the process has looked once at what they wait for.
    await setTimeout(2_500)
    await measure(times.beside)
    expect(waiting.count()).toBe(64)
    times.woken.push(...(await waiting.wake()))
  }
  say({ quiet: spread(times.quiet), beside: spread(times.beside), woken: spread(times.woken) })
  expect(share(times.woken, 1)).toBeLessThanOrEqual(200)
  expect(share(times.beside, 0.99) / share(times.quiet, 0.99)).toBeLessThanOrEqual(1.1)
})

async function measure(times: number[]): Promise<void> {
  for (let request = 0; request < 400; request += 1) {
    const began = performance.now()
    await account.call('GET', '/account')
    times.push(performance.now() - began)
  }
}

test('a strict endpoint that refuses a fifth of its requests gets 10,000 events in order', async () => {
  const count = 1_000 * rounds
  const passTo = (moment: Date) => {
    ahead = Math.max(ahead, moment.getTime() - Date.now() + 10)
  }
  const outcome = await sendInOrder({ running, account, receiver, passTo }, { count, refused: 0.2, random })
  say(outcome)
  expect(outcome).toMatchObject({ delivered: count, inversions: 0 })
})
