import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/database.ts'
import { type OutboxFixture, openOutboxFixture, smtpError } from '../../../test/support/outbox-fixture.ts'
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

  test('attempts at most four at a time', async () => {
    for (let count = 0; count < 10; count += 1) await room.queueOne()
    let [underWay, most] = [0, 0]
    const outbox = room.startWith(async () => {
      underWay += 1
      most = Math.max(most, underWay)
      await new Promise((done) => setTimeout(done, 20))
      underWay -= 1
    })
    await outbox.drain()
    expect(most).toBe(4)
  })

  test('sends the message of a crashed worker again with the same Message-ID, once its lease has expired', async () => {
    const id = await room.queueOne()
    await database.inSystem((sql) => claim(sql, { now: new Date(room.now), leaseSeconds: 60, limit: 10 }))
    const outbox = room.startWith(room.deliver)
    room.now += 59_999
    await outbox.drain()
    expect(room.sent).toHaveLength(0)
    room.now += 1
    await outbox.drain()
    expect(room.sent.map(({ messageId }) => messageId)).toEqual([`<${id}@timbre.example>`])
    expect((await room.stateOf(id)).attempts).toBe(2)
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
    room.now += 60_000
    await database.inSystem((sql) => claim(sql, { now: new Date(room.now), leaseSeconds: 60, limit: 10 }))
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
