import { randomBytes } from 'node:crypto'
import type { Delivery, DeliveryTransport } from '../../src/contract/delivery.ts'
import type { Database } from '../../src/contract/ports.ts'
import { recordInviteFailed, recordInviteSent } from '../../src/domain/invite/store.ts'
import { isPermitRefused, requestPermit } from '../../src/domain/message/permit.ts'
import { enqueue, messageIdFor } from '../../src/domain/outbox/enqueue.ts'
import type { Lane } from '../../src/domain/outbox/lane.ts'
import {
  type OutboxWorker,
  type OutboxWorkerOptions,
  startOutboxWorker,
} from '../../src/domain/outbox/worker.ts'
import { createSecretKeyring } from '../../src/identity/secret-keyring.ts'
import { newPublicId } from '../../src/platform/ids.ts'

export type OutboxFixture = Awaited<ReturnType<typeof openOutboxFixture>>

/** The state of an email and its invite. */
export type EmailState = {
  state: string
  attempts: number
  content_sealed: Buffer | null
  last_error: string | null
  due_at: string
  sent_at: string | null
  failed_at: string | null
}

/** An account with one profile whose emails are queued here and sent by workers under a stopped clock. */
export async function openOutboxFixture(database: Database) {
  const [accountId, profileId, secretKey] = [
    newPublicId(),
    newPublicId(),
    createSecretKeyring([randomBytes(32)]),
  ]
  const running: OutboxWorker[] = []
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

  const fixture = {
    accountId,
    profileId,
    now: Date.parse('2026-11-21T02:00:00Z'),
    sent: [] as Delivery[],
    logged: [] as string[],
    deliver: (async (delivery) => {
      fixture.sent.push(delivery)
    }) as DeliveryTransport,

    /** A worker that only looks for work when called. */
    startWith(transport: DeliveryTransport, changes: Partial<OutboxWorkerOptions> = {}): OutboxWorker {
      const note = (fields: object, message: string) =>
        fixture.logged.push(`${message} ${JSON.stringify(fields)}`)
      const outbox = startOutboxWorker({
        database,
        transport,
        sandbox: { transport, recordDelivered: async () => {} },
        secretKey,
        pollMilliseconds: 3_600_000,
        clock: () => new Date(fixture.now),
        probeClock: () => new Date(fixture.now),
        newId: newPublicId,
        region: 'us',
        noteEvents: () => {},
        log: { debug: note, warn: note, error: note },
        invites: {
          recordSent: recordInviteSent,
          recordFailed: recordInviteFailed,
        },
        findSender: async () => undefined,
        checks: { reminder: async () => 'send', memberNotice: async () => 'send' },
        ...changes,
      })
      running.push(outbox)
      return outbox
    },

    /** Queues one email with its invite and returns their common id. */
    async queueOne({ lane = 1, expiresAt }: { lane?: Lane; expiresAt?: Date } = {}): Promise<string> {
      const id = newPublicId()
      await database.inAccount(accountId, async (sql) => {
        await sql.run(
          `insert into invite (account_id, id, profile_id, channel, token_hash, created_at, expires_at)
           values ($1, $2, $3, 'email', $4, now(), now() + interval '7 days')`,
          [accountId, id, profileId, randomBytes(32)],
        )
        const now = new Date(fixture.now)
        const sending = { kind: 'security', channel: 'email', to: message.to, causedBy: id } as const
        const permit = await requestPermit(
          { sql, accountId, now, installation: { secretKey, isLimited: false } },
          sending,
        )
        if (isPermitRefused(permit)) throw new Error('no permit')
        await enqueue(sql, {
          accountId,
          id,
          profileId,
          inviteId: id,
          secretKey,
          now,
          permit,
          message,
          messageId: messageIdFor(id, 'https://timbre.example'),
          ...(expiresAt ? { expiresAt } : {}),
        })
        await sql.run('update outbox set lane = $2 where id = $1', [id, lane])
      })
      return id
    },

    /** As if its last attempt had not reached the server, and the next one were at this time. */
    async setWaiting(id: string, dueAt: Date): Promise<void> {
      await database.inAccount(accountId, (sql) =>
        sql.run(`update outbox set due_at = $2, failure = 'unreachable' where id = $1`, [id, dueAt]),
      )
    },

    async endLease(id: string): Promise<void> {
      await database.inAccount(accountId, (sql) =>
        sql.run('update outbox set leased_until = clock_timestamp() where id = $1', [id]),
      )
    },

    async stateOf(id: string): Promise<EmailState> {
      const row = await database.inAccount(accountId, (sql) =>
        sql.row<EmailState>(
          `select outbox.state, attempts, content_sealed, last_error, due_at, sent_at, failed_at
           from outbox left join invite on invite.account_id = outbox.account_id and invite.id = outbox.invite_id
           where outbox.account_id = $1 and outbox.id = $2`,
          [accountId, id],
        ),
      )
      if (!row) throw new Error('no such row')
      return row
    },

    async close(): Promise<void> {
      await Promise.all(running.map((outbox) => outbox.stop()))
      await database.inAccount(accountId, (sql) =>
        sql.run('delete from outbox where account_id = $1', [accountId]),
      )
      await database.inSystem((sql) => sql.run('update message_breaker set failures = 0, probe_at = null'))
    },
  }
  return fixture
}

const message = {
  channel: 'email',
  to: 'noor@northwind.test',
  subject: 'Northwind invites you',
  text: 'Open https://timbre.example/t/tmb_link_x',
  html: '<p>Open</p>',
  locale: 'en',
} as const

/** An error like the SMTP transport's when nothing answers. */
export function unreachable(): Error {
  return Object.assign(new Error('connect ECONNREFUSED'), { permanent: false, code: 'ECONNREFUSED' })
}

/** An error like the SMTP transport's. */
export function smtpError(permanent: boolean): Error {
  return Object.assign(new Error('550 noor@northwind.test refused'), { permanent, code: '550 RCPT TO' })
}
