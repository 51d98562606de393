import { randomBytes } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../test/support/database.ts'
import type { Database } from '../contract/ports.ts'
import { claim } from '../database/outbox.ts'
import { enqueue, messageIdFor } from '../domain/message/outbox.ts'
import type { Delivery, DeliveryTransport } from './deliver.ts'
import { newPublicId } from './ids.ts'
import { type Outbox, type OutboxOptions, startOutbox } from './outbox.ts'

const secretKey = randomBytes(32)
const start = Date.parse('2026-11-21T02:00:00Z')

let database: Database
let accountId: string
let profileId: string
let now: number
let sent: Delivery[]
let logged: string[]
let running: Outbox[]

beforeAll(async () => {
  database = (await createTestDatabase()).database
})

beforeEach(async () => {
  now = start
  sent = []
  logged = []
  running = []
  accountId = newPublicId()
  profileId = newPublicId()
  await database.inAccount(accountId, async (sql) => {
    await sql.run(
      `insert into account (id, created_at, updated_at, name) values ($1, now(), now(), 'Northwind')`,
      [accountId],
    )
    await sql.run(
      `insert into profile (account_id, id, created_at, updated_at, state, available_assessments, doc)
       values ($1, $2, now(), now(), 'pending', '{focus}', '{}')`,
      [accountId, profileId],
    )
  })
})
afterEach(async () => {
  await Promise.all(running.map((outbox) => outbox.stop()))
  await database.inAccount(accountId, (sql) =>
    sql.run('delete from outbox where account_id = $1', [accountId]),
  )
})

const deliverAll: DeliveryTransport = async (delivery) => {
  sent.push(delivery)
}

function startWith(transport: DeliveryTransport, changes: Partial<OutboxOptions> = {}): Outbox {
  const note = (fields: object, message: string) => logged.push(`${message} ${JSON.stringify(fields)}`)
  const outbox = startOutbox({
    database,
    transport,
    secretKey,
    clock: () => new Date(now),
    log: { info: note, warn: note, error: note },
    pollMilliseconds: 3_600_000,
    ...changes,
  })
  running.push(outbox)
  return outbox
}

/** Queues one letter with its invite and returns the identifier of both. */
async function queueOne(): Promise<string> {
  const id = newPublicId()
  await database.inAccount(accountId, async (sql) => {
    await sql.run(
      `insert into invite (account_id, id, profile_id, channel, token_hash, created_at, expires_at)
       values ($1, $2, $3, 'email', $4, now(), now() + interval '7 days')`,
      [accountId, id, profileId, randomBytes(32)],
    )
    await enqueue(sql, {
      ...{ accountId, id, profileId, inviteId: id, secretKey, now: new Date(now) },
      message: {
        channel: 'email',
        to: 'noor@northwind.test',
        subject: 'Northwind invites you',
        text: 'Open https://timbre.example/t/tmb_link_x',
        html: '<p>Open</p>',
        locale: 'en',
      },
      messageId: messageIdFor(id, 'https://timbre.example'),
    })
  })
  return id
}

type State = {
  state: string
  attempts: number
  content_sealed: Buffer | null
  last_error: string | null
  due_at: string
  sent_at: string | null
  failed_at: string | null
}

async function stateOf(id: string): Promise<State> {
  const row = await database.inAccount(accountId, (sql) =>
    sql.row<State>(
      `select outbox.state, attempts, content_sealed, last_error, due_at, sent_at, failed_at
       from outbox left join invite on invite.account_id = outbox.account_id and invite.id = outbox.invite_id
       where outbox.account_id = $1 and outbox.id = $2`,
      [accountId, id],
    ),
  )
  if (!row) throw new Error('no such row')
  return row
}

function refusal(permanent: boolean): Error {
  return Object.assign(new Error('550 noor@northwind.test refused'), { permanent, code: '550 RCPT TO' })
}

describe('startOutbox', () => {
  test('sends what is queued once, notes it on the invite and drops the content', async () => {
    const id = await queueOne()
    const outbox = startWith(deliverAll)
    await outbox.drain()
    await outbox.drain()
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({
      ...{ accountId, id, profileId, messageId: `<${id}@timbre.example>` },
      text: 'Open https://timbre.example/t/tmb_link_x',
    })
    expect(await stateOf(id)).toMatchObject({
      ...{ state: 'sent', attempts: 1, content_sealed: null, failed_at: null },
      sent_at: '2026-11-21T02:00:00.000Z',
    })
  })

  test('finds by itself what was queued without a call', async () => {
    startWith(deliverAll, { pollMilliseconds: 20 })
    await queueOne()
    await expect.poll(() => sent.length).toBe(1)
  })

  test('tries again after 1 s, 5 s, 30 s, 2 min, 10 min and hourly for a day, then gives up', async () => {
    const id = await queueOne()
    const ids = new Set<string>()
    const outbox = startWith(async ({ messageId }) => {
      ids.add(messageId)
      throw refusal(false)
    })
    const waits: number[] = []
    for (;;) {
      await outbox.drain()
      const { state, due_at } = await stateOf(id)
      if (state !== 'queued') break
      waits.push((Date.parse(due_at) - now) / 1000)
      now = Date.parse(due_at) - 1
      await outbox.drain()
      expect((await stateOf(id)).attempts).toBe(waits.length)
      now += 1
    }
    expect(waits).toEqual([1, 5, 30, 120, 600, ...Array(24).fill(3600)])
    expect(ids.size).toBe(1)
    expect(await stateOf(id)).toMatchObject({
      state: 'failed',
      attempts: 30,
      content_sealed: null,
      sent_at: null,
    })
  })

  test('gives up at once on a final refusal and notes it on the invite', async () => {
    const id = await queueOne()
    await startWith(() => Promise.reject(refusal(true))).drain()
    expect(await stateOf(id)).toMatchObject({
      ...{ state: 'failed', attempts: 1, content_sealed: null, sent_at: null },
      ...{ failed_at: '2026-11-21T02:00:00.000Z', last_error: '550 noor@northwind.test refused' },
    })
  })

  test('logs codes and identifiers, never an address, a link or a text', async () => {
    await queueOne()
    await startWith(() => Promise.reject(refusal(true))).drain()
    expect(logged.join('\n')).toContain('550 RCPT TO')
    expect(logged.join('\n')).not.toMatch(/northwind|tmb_link|refused/)
  })

  test('sends each message once with two workers beside each other', async () => {
    for (let count = 0; count < 30; count += 1) await queueOne()
    const [first, second] = [startWith(deliverAll), startWith(deliverAll)]
    await Promise.all([first.drain(), second.drain()])
    expect(sent).toHaveLength(30)
    expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(30)
  })

  test('tries at most four at a time', async () => {
    for (let count = 0; count < 10; count += 1) await queueOne()
    let [underWay, most] = [0, 0]
    const outbox = startWith(async () => {
      underWay += 1
      most = Math.max(most, underWay)
      await new Promise((done) => setTimeout(done, 20))
      underWay -= 1
    })
    await outbox.drain()
    expect(most).toBe(4)
  })

  test('repeats the message of a worker that died, with the same Message-ID, once its lease is over', async () => {
    const id = await queueOne()
    await database.inSystem((sql) => claim(sql, { now: new Date(now), leaseSeconds: 60, limit: 10 }))
    const outbox = startWith(deliverAll)
    now += 59_999
    await outbox.drain()
    expect(sent).toHaveLength(0)
    now += 1
    await outbox.drain()
    expect(sent.map(({ messageId }) => messageId)).toEqual([`<${id}@timbre.example>`])
    expect((await stateOf(id)).attempts).toBe(2)
  })

  test('leaves a message to the worker that took it over, however late its own try fails', async () => {
    const id = await queueOne()
    let fail = () => {}
    const late = startWith(
      () =>
        new Promise((_, reject) => {
          fail = () => reject(refusal(true))
        }),
    )
    await expect.poll(async () => (await stateOf(id)).attempts).toBe(1)
    now += 60_000
    await database.inSystem((sql) => claim(sql, { now: new Date(now), leaseSeconds: 60, limit: 10 }))
    fail()
    await late.drain()
    expect(await stateOf(id)).toMatchObject({ state: 'queued', attempts: 2, failed_at: null })
  })

  test('does not send again when the database is away while the outcome is noted', async () => {
    const id = await queueOne()
    let refusals = 1
    const unsteady: Database = {
      ...database,
      inAccount: (...args: Parameters<Database['inAccount']>) => {
        refusals -= 1
        return refusals >= 0 ? Promise.reject(new Error('away')) : database.inAccount(...args)
      },
    } as Database
    await startWith(deliverAll, { database: unsteady }).drain()
    expect(sent).toHaveLength(1)
    expect((await stateOf(id)).state).toBe('sent')
  })

  test('says once that the database cannot be reached, and goes on when it is back', async () => {
    await queueOne()
    let away = true
    const unsteady = {
      ...database,
      inSystem: (...args: Parameters<Database['inSystem']>) =>
        away ? Promise.reject(new Error('away')) : database.inSystem(...args),
    } as Database
    const outbox = startWith(deliverAll, { database: unsteady })
    await outbox.drain()
    await outbox.drain()
    expect(logged).toHaveLength(1)
    away = false
    await outbox.drain()
    expect(sent).toHaveLength(1)
  })

  test('keeps a message that does not open, so that the right key can send it', async () => {
    const id = await queueOne()
    await startWith(deliverAll, { secretKey: randomBytes(32) }).drain()
    expect(await stateOf(id)).toMatchObject({
      state: 'queued',
      last_error: expect.stringContaining('SECRET_KEY'),
    })
    now += 1_000
    await startWith(deliverAll).drain()
    expect(sent).toHaveLength(1)
  })

  test('gives up waiting for a try that does not end', async () => {
    const id = await queueOne()
    await startWith(() => new Promise(() => {}), { tryMilliseconds: 30 }).drain()
    expect(await stateOf(id)).toMatchObject({ state: 'queued', last_error: 'No answer within 30 ms' })
  })

  test('stops after the try under way and takes no more', async () => {
    const first = await queueOne()
    let finish = () => {}
    const outbox = startWith(
      () =>
        new Promise((done) => {
          finish = done
        }),
    )
    await expect.poll(async () => (await stateOf(first)).attempts).toBe(1)
    const stopping = outbox.stop()
    const second = await queueOne()
    finish()
    await stopping
    expect((await stateOf(first)).state).toBe('sent')
    expect((await stateOf(second)).attempts).toBe(0)
  })

  test('forgets the message of a profile that was removed', async () => {
    await queueOne()
    await database.inAccount(accountId, (sql) =>
      sql.run('delete from profile where account_id = $1 and id = $2', [accountId, profileId]),
    )
    await startWith(deliverAll).drain()
    expect(sent).toHaveLength(0)
  })
})
