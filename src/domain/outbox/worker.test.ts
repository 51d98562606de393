import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/database.ts'
import {
  type OutboxFixture,
  openOutboxFixture,
  smtpError,
  unreachable,
} from '../../../test/support/outbox-fixture.ts'
import type { DeliveryTransport } from '../../contract/delivery.ts'
import type { Database } from '../../contract/ports.ts'
import { claim } from './store.ts'

let database: Database
let room: OutboxFixture

beforeAll(async () => {
  database = (await createTestDatabase()).database
})
beforeEach(async () => {
  room = await openOutboxFixture(database)
})
afterEach(() => room.close())

describe('startOutboxWorker', () => {
  test('polls for messages that were queued without a call', async () => {
    room.startWith(room.deliver, { pollMilliseconds: 20 })
    await room.queueOne()
    await expect.poll(() => room.sent.length).toBe(1)
  })

  test('sends each message once with two workers in parallel', async () => {
    for (let count = 0; count < 30; count += 1) await room.queueOne()
    const [first, second] = [room.startWith(room.deliver), room.startWith(room.deliver)]
    await Promise.all([first.drain(), second.drain()])
    expect(room.sent).toHaveLength(30)
    expect(new Set(room.sent.map(({ messageId }) => messageId)).size).toBe(30)
  })

  test.each([
    ['single ones', 1, 6],
    ['those of the many', 2, 4],
    ['sign-in codes', 0, 8],
  ] as const)('attempts at most so many %s at a time', async (_, lane, wanted) => {
    for (let count = 0; count < 10; count += 1) await room.queueOne({ lane })
    let [underWay, most] = [0, 0]
    const outbox = room.startWith(async () => {
      underWay += 1
      most = Math.max(most, underWay)
      await new Promise((done) => setTimeout(done, 20))
      underWay -= 1
    })
    await outbox.drain()
    expect(most).toBe(wanted)
  })

  test('a sign-in code overtakes single messages, and these the many, however slow the server is', async () => {
    for (let count = 0; count < 20; count += 1) await room.queueOne({ lane: 2 })
    const begun: string[] = []
    let finish = () => {}
    const over = new Promise<void>((done) => {
      finish = done
    })
    const outbox = room.startWith((delivery) => {
      begun.push(delivery.id)
      return over
    })
    await expect.poll(() => begun.length).toBe(4)
    const singles = [await room.queueOne(), await room.queueOne(), await room.queueOne()]
    outbox.wake()
    await expect.poll(() => begun.slice(4)).toEqual(singles.slice(0, 2))
    const code = await room.queueOne({ lane: 0 })
    outbox.wake()
    await expect.poll(() => begun.slice(6)).toEqual([code])
    finish()
    await outbox.drain()
    expect(begun).toHaveLength(24)
  })

  test('a code that has expired is not sent, and its content is dropped', async () => {
    const id = await room.queueOne({ lane: 0, expiresAt: new Date(room.now + 600_000) })
    room.now += 600_000
    await room.startWith(room.deliver).drain()
    expect(room.sent).toHaveLength(0)
    expect(await room.stateOf(id)).toMatchObject({
      state: 'failed',
      content_sealed: null,
      last_error: 'expired',
    })
  })

  test('a server that is away uses up no attempts, is tried every 15 s, and gets all when it is back', async () => {
    const ids: string[] = []
    for (let count = 0; count < 30; count += 1) ids.push(await room.queueOne())
    let isAway = true
    let tries = 0
    const outbox = room.startWith(async (delivery) => {
      tries += 1
      if (isAway) throw unreachable()
      await room.deliver(delivery)
    })
    await outbox.drain()
    expect(tries).toBeLessThanOrEqual(12)
    const before = tries
    for (let minute = 0; minute < 30 * 4; minute += 1) {
      room.now += 15_000
      await outbox.drain()
    }
    expect(tries - before).toBe(120)
    const attempts = await Promise.all(ids.map(async (id) => (await room.stateOf(id)).attempts))
    expect(Math.max(...attempts)).toBe(1)
    isAway = false
    room.now += 15_000
    await outbox.drain()
    room.now += 60_000
    await outbox.drain()
    expect(room.sent.map(({ id }) => id).sort()).toEqual(ids.sort())
    expect(room.logged.filter((line) => line.includes('the server is'))).toHaveLength(2)
  })

  test('instances share what they find: five failures in all, one probe by one, and all go on', async () => {
    for (let count = 0; count < 40; count += 1) await room.queueOne()
    let [isAway, tries] = [true, 0]
    const transport: DeliveryTransport = async (delivery) => {
      tries += 1
      if (isAway) throw unreachable()
      await room.deliver(delivery)
    }
    const [one, two] = [room.startWith(transport), room.startWith(transport)]
    await Promise.all([one.drain(), two.drain()])
    expect(tries).toBeLessThanOrEqual(16)
    // A third begins later and spends no attempts on what the others know.
    const three = room.startWith(transport)
    const before = tries
    for (let round = 1; round <= 4; round += 1) {
      await Promise.all([one.drain(), two.drain(), three.drain()])
      room.now += 15_000
      await Promise.all([one.drain(), two.drain(), three.drain()])
      expect(tries - before).toBe(round)
    }
    isAway = false
    room.now += 15_000
    await one.drain()
    room.now += 60_000
    await Promise.all([one.drain(), two.drain(), three.drain()])
    expect(room.sent).toHaveLength(40)
    expect(new Set(room.sent.map(({ id }) => id)).size).toBe(40)
    expect(room.logged.filter((line) => line.includes('the server is'))).toHaveLength(2)
  })

  test('recipients that are refused, or told to try later, close nothing for others', async () => {
    for (let count = 0; count < 8; count += 1) await room.queueOne()
    const outbox = room.startWith(() => Promise.reject(smtpError(false)))
    await outbox.drain()
    await room.queueOne()
    const sent = room.startWith(room.deliver)
    await sent.drain()
    expect(room.logged.join()).not.toContain('the server is away')
    expect(room.sent).toHaveLength(1)
  })

  test('what waited for hours is due within a minute once the server is back', async () => {
    const id = await room.queueOne()
    await room.setWaiting(id, new Date(room.now + 3_600_000))
    for (let count = 0; count < 6; count += 1) await room.queueOne()
    let isAway = true
    const outbox = room.startWith(async (delivery) => {
      if (isAway) throw unreachable()
      await room.deliver(delivery)
    })
    await outbox.drain()
    isAway = false
    room.now += 15_000
    await outbox.drain()
    room.now += 60_000
    await outbox.drain()
    expect(room.sent.map((one) => one.id)).toContain(id)
  })

  test('sends the message of a crashed worker again with the same Message-ID, once its lease has expired', async () => {
    const id = await room.queueOne()
    await database.inSystem((sql) => claim(sql, claimed()))
    const outbox = room.startWith(room.deliver)
    await outbox.drain()
    expect(room.sent).toHaveLength(0)
    await room.endLease(id)
    await outbox.drain()
    expect(room.sent.map(({ messageId }) => messageId)).toEqual([`<${id}@timbre.example>`])
    expect((await room.stateOf(id)).attempts).toBe(2)
  })

  test('sends nothing that an instance is sending, though its own clock is ninety seconds ahead', async () => {
    for (let count = 0; count < 6; count += 1) await room.queueOne()
    let [underWay, finish] = [0, () => {}]
    const over = new Promise<void>((done) => {
      finish = done
    })
    const slow = room.startWith(async () => {
      underWay += 1
      await over
    })
    await expect.poll(() => underWay).toBe(6)
    const ahead = room.startWith(room.deliver, { clock: () => new Date(room.now + 90_000) })
    await ahead.drain()
    expect(room.sent).toEqual([])
    finish()
    await slow.drain()
  })

  test('leaves a message to the worker that claimed it later, however late its own attempt fails', async () => {
    const id = await room.queueOne()
    let fail = () => {}
    const late = room.startWith(
      () =>
        new Promise((_, reject) => {
          fail = () => reject(smtpError(true))
        }),
    )
    await expect.poll(async () => (await room.stateOf(id)).attempts).toBe(1)
    await room.endLease(id)
    await database.inSystem((sql) => claim(sql, claimed()))
    fail()
    await late.drain()
    expect(await room.stateOf(id)).toMatchObject({ state: 'queued', attempts: 2, failed_at: null })
  })

  test('logs once that the database is unreachable, and continues when it is back', async () => {
    await room.queueOne()
    let away = true
    const unsteady = {
      ...database,
      inSystem: (...args: Parameters<Database['inSystem']>) =>
        away ? Promise.reject(new Error('away')) : database.inSystem(...args),
    } as Database
    const outbox = room.startWith(room.deliver, { database: unsteady })
    await outbox.drain()
    await outbox.drain()
    expect(room.logged).toHaveLength(1)
    away = false
    await outbox.drain()
    expect(room.sent).toHaveLength(1)
  })

  test('stops after the attempt in flight and claims no more', async () => {
    const first = await room.queueOne()
    let finish = () => {}
    const outbox = room.startWith(
      () =>
        new Promise((done) => {
          finish = done
        }),
    )
    await expect.poll(async () => (await room.stateOf(first)).attempts).toBe(1)
    const stopping = outbox.stop()
    const second = await room.queueOne()
    finish()
    await stopping
    expect((await room.stateOf(first)).state).toBe('sent')
    expect((await room.stateOf(second)).attempts).toBe(0)
  })
})

const claimed = () => ({
  now: new Date(room.now),
  leaseSeconds: 60,
  places: { all: 10, single: 10, bulk: 10 },
})
