import { randomBytes } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/database.ts'
import { cut, startMailServer } from '../../../test/support/mail-server.ts'
import { type OutboxFixture, openOutboxFixture, smtpError } from '../../../test/support/outbox-fixture.ts'
import type { Database } from '../../contract/ports.ts'
import { createSecretKeyring } from '../../identity/secret-keyring.ts'
import { smtpTransport } from '../../platform/smtp.ts'

let database: Database
let room: OutboxFixture

beforeAll(async () => {
  database = (await createTestDatabase()).database
})
beforeEach(async () => {
  room = await openOutboxFixture(database)
})
afterEach(() => room.close())

describe('deliver', () => {
  test('sends a queued message once, records it on the invite and drops the content', async () => {
    const id = await room.queueOne()
    const outbox = room.startWith(room.deliver)
    await outbox.drain()
    await outbox.drain()
    expect(room.sent).toHaveLength(1)
    expect(room.sent[0]).toMatchObject({
      accountId: room.accountId,
      profileId: room.profileId,
      id,
      messageId: `<${id}@timbre.example>`,
      text: 'Open https://timbre.example/t/tmb_link_x',
    })
    expect(await room.stateOf(id)).toMatchObject({
      state: 'sent',
      attempts: 1,
      content_sealed: null,
      failed_at: null,
      sent_at: '2026-11-21T02:00:00.000Z',
    })
  })

  test('retries after 1 s, 5 s, 30 s, 2 min, 10 min and hourly for a day, then gives up', async () => {
    const id = await room.queueOne()
    const ids = new Set<string>()
    const outbox = room.startWith(async ({ messageId }) => {
      ids.add(messageId)
      throw smtpError(false)
    })
    const waits: number[] = []
    for (;;) {
      await outbox.drain()
      const { state, due_at } = await room.stateOf(id)
      if (state !== 'queued') break
      waits.push((Date.parse(due_at) - room.now) / 1000)
      room.now = Date.parse(due_at) - 1
      await outbox.drain()
      expect((await room.stateOf(id)).attempts).toBe(waits.length)
      room.now += 1
    }
    expect(waits).toEqual([1, 5, 30, 120, 600, ...Array(24).fill(3600)])
    expect(ids.size).toBe(1)
    expect(await room.stateOf(id)).toMatchObject({
      state: 'failed',
      attempts: 30,
      // Kept, so that it can be sent again.
      content_sealed: expect.any(Buffer),
      sent_at: null,
    })
  })

  test('gives up right away on a permanent error and records it on the invite', async () => {
    const id = await room.queueOne()
    await room.startWith(() => Promise.reject(smtpError(true))).drain()
    expect(await room.stateOf(id)).toMatchObject({
      state: 'failed',
      attempts: 1,
      content_sealed: expect.any(Buffer),
      sent_at: null,
      failed_at: '2026-11-21T02:00:00.000Z',
      last_error: '550 noor@northwind.test refused',
    })
  })

  test('logs codes and identifiers, never an address, a link or a text', async () => {
    await room.queueOne()
    await room.startWith(() => Promise.reject(smtpError(true))).drain()
    expect(room.logged.join('\n')).toContain('550 RCPT TO')
    expect(room.logged.join('\n')).not.toMatch(/northwind|tmb_link|refused/)
  })

  test('does not send again if the database is unreachable while the outcome is recorded', async () => {
    const id = await room.queueOne()
    let refusals = 1
    const unsteady: Database = {
      ...database,
      inAccount: (...args: Parameters<Database['inAccount']>) => {
        refusals -= 1
        return refusals >= 0 ? Promise.reject(new Error('away')) : database.inAccount(...args)
      },
    } as Database
    await room.startWith(room.deliver, { database: unsteady }).drain()
    expect(room.sent).toHaveLength(1)
    expect((await room.stateOf(id)).state).toBe('sent')
  })

  test("keeps a message that can't be unsealed, so that the right key can send it", async () => {
    const id = await room.queueOne()
    await room.startWith(room.deliver, { secretKey: createSecretKeyring([randomBytes(32)]) }).drain()
    expect(await room.stateOf(id)).toMatchObject({
      state: 'queued',
      last_error: expect.stringContaining('SECRET_KEY'),
    })
    room.now += 1_000
    await room.startWith(room.deliver).drain()
    expect(room.sent).toHaveLength(1)
  })

  test('times out an attempt that does not end', async () => {
    const id = await room.queueOne()
    await room.startWith(() => new Promise(() => {}), { tryMilliseconds: 30 }).drain()
    expect(await room.stateOf(id)).toMatchObject({ state: 'queued', last_error: 'No response within 30 ms' })
  })

  test('drops the message of a deleted profile', async () => {
    await room.queueOne()
    await database.inAccount(room.accountId, (sql) =>
      sql.run('delete from profile where account_id = $1 and id = $2', [room.accountId, room.profileId]),
    )
    await room.startWith(room.deliver).drain()
    expect(room.sent).toHaveLength(0)
  })

  test('sends an email again with the same Message-ID if the connection broke after the text', async () => {
    const id = await room.queueOne()
    const texts: string[] = []
    const { url } = await startMailServer({
      onData(stream, session, answer) {
        let text = ''
        stream.on('data', (chunk) => {
          text += chunk
        })
        stream.on('end', () => (texts.push(text) === 1 ? cut(session) : answer()))
      },
    })
    const { send, close } = smtpTransport({ mailUrl: url, mailFrom: 'no-reply@timbre.example' })
    const outbox = room.startWith(async (delivery) => {
      if (delivery.channel === 'email') await send(delivery)
    })
    await outbox.drain()
    expect((await room.stateOf(id)).state).toBe('queued')
    room.now += 1_000
    await outbox.drain()
    expect((await room.stateOf(id)).state).toBe('sent')
    close()
    expect(texts.map((text) => /^Message-ID: (.*)\r$/m.exec(text)?.[1])).toEqual(
      Array(2).fill(`<${id}@timbre.example>`),
    )
  })
})
