import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type Child, startChild } from '../../scripts/bench/child.ts'
import type { HttpLoad } from '../../scripts/bench/load/http-load.ts'
import { percentile } from '../../scripts/bench/load/percentile.ts'
import type { Sample } from '../../scripts/bench/row.ts'
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

const share = (times: readonly number[], part: number) => percentile(times, part) ?? Number.NaN
const rounded = (value: number, places = 1) => Math.round(value * 10 ** places) / 10 ** places
/** In tenths of a millisecond: a quick machine sends an event within a few. */
const spread = (times: readonly number[]) => ({
  ...{ count: times.length, p50: rounded(share(times, 0.5)), p99: rounded(share(times, 0.99)) },
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
    if (!isBeside) {
      receiver.release()
      await running.service.drainWebhooks()
    }
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

/** The load comes from a process of its own, and periods with and without readers take turns in both orders. */
test('64 readers that wait slow other requests by at most a tenth, and are woken within 200 ms', async () => {
  const accounts: TestAccount[] = []
  for (let made = 0; made < 16; made += 1) accounts.push(await running.account())
  const generator = startChild(join(import.meta.dirname, '../../scripts/bench/load/generator.ts'))
  onTestFinished(() => generator.stop())
  const times = { quiet: [] as number[], beside: [] as number[], woken: [] as number[] }
  const ratios = { p50: [] as number[], p99: [] as number[] }
  const quiet = () => measure(generator)
  const beside = async () => {
    const waiting = await waitForEvents(accounts)
    // All have begun to wait, and the process has looked once at what they wait for.
    await setTimeout(2_500)
    const measured = await measure(generator)
    expect(waiting.count()).toBe(64)
    times.woken.push(...(await waiting.wake()))
    return measured
  }
  // Fills caches, and doesn't count.
  await measure(generator)
  for (let round = 0; round < rounds; round += 1) {
    const found = { quiet: [] as readonly number[], beside: [] as readonly number[] }
    if (round % 2 === 0) found.quiet = await quiet()
    found.beside = await beside()
    if (round % 2 === 1) found.quiet = await quiet()
    times.quiet.push(...found.quiet)
    times.beside.push(...found.beside)
    for (const [figure, part] of [['p50', 0.5] as const, ['p99', 0.99] as const])
      ratios[figure].push(share(found.beside, part) / share(found.quiet, part))
  }
  const median = { p50: share(ratios.p50, 0.5), p99: share(ratios.p99, 0.5) }
  say({ quiet: spread(times.quiet), beside: spread(times.beside), woken: spread(times.woken) })
  say({ rounds, ratioP50: rounded(median.p50, 2), ratioP99: rounded(median.p99, 2) })
  expect(share(times.woken, 1)).toBeLessThanOrEqual(200)
  expect(median.p99).toBeLessThanOrEqual(1.1)
})

/** About 2,000 requests, one after the other. */
async function measure(generator: Child): Promise<readonly number[]> {
  const { hostname: host, port } = new URL(running.url)
  const headers = { authorization: `Bearer ${account.token}` }
  const http: HttpLoad = {
    ...{ host, port: Number(port), connections: 1, keepsTimes: true },
    requests: [{ method: 'GET', path: '/api/v4/account', headers }],
  }
  const { times = [], failures } = await generator.ask<Sample>({ milliseconds: 3_000, http })
  expect(failures).toEqual({})
  return times
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
