import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock, Database, OutgoingMessage, Sql } from '../contract/ports.ts'
import type { SecretKey } from '../contract/secret-key.ts'
import { type ClaimedRow, markFailed, markSent, markWaiting } from '../database/outbox.ts'
import { unsealMessage } from '../identity/sealed-message.ts'
import { secondsUntilRetry } from './retry.ts'

/** A message with its place; a transport that needs only the message is one of these too. */
export type Delivery = OutgoingMessage & OutboxMessageRef

export type OutboxMessageRef = {
  messageId: string
  /** Null for letters to people who sign in: they belong to no account. */
  accountId: string | null
  id: string
  profileId: string | null
}
/** Rejects with `permanent: true` on the error when another try is useless. */
export type DeliveryTransport = (delivery: Delivery) => Promise<void>

export type DeliverOptions = {
  database: Database
  transport: DeliveryTransport
  secretKey: SecretKey
  clock: Clock
  log: OutboxLog
  /** Longest time for one try. */
  tryMilliseconds?: number
}

/** What the worker uses of pino. It is told identifiers and codes, never an address, a link or a text. */
export type OutboxLog = Record<'debug' | 'warn' | 'error', (fields: object, message: string) => void>

/** Tries one claimed message and notes what came of it. Never rejects. */
export async function deliver(options: DeliverOptions, row: ClaimedRow): Promise<void> {
  const { clock, log } = options
  const about = { accountId: row.accountId, messageId: row.messageId, attempts: row.attempts }
  const error = await trySend(options, row)
  const dueAt = error && nextTry(error, row.attempts, clock())
  try {
    await recordOutcome(options, row, error, dueAt)
  } catch (cause) {
    log.error({ ...about, error: errorCode(cause) }, 'outbox: the outcome could not be noted')
    return
  }
  if (!error) log.debug(about, 'outbox: sent')
  else if (dueAt) log.warn({ ...about, error: errorCode(error), dueAt }, 'outbox: will be tried again')
  else log.error({ ...about, error: errorCode(error) }, 'outbox: given up')
}

/** Undefined after a success, else the error. */
async function trySend(options: DeliverOptions, row: ClaimedRow): Promise<Error | undefined> {
  const { accountId, id, profileId, messageId } = row
  try {
    const message = unsealMessage(row.content, options.secretKey, { accountId, id })
    const sending = options.transport({ ...message, messageId, accountId, id, profileId })
    await withTimeout(options.tryMilliseconds ?? 45_000, sending)
    return undefined
  } catch (thrown) {
    return thrown instanceof Error ? thrown : new Error(String(thrown))
  }
}

/** Undefined when the message is given up. */
function nextTry(error: Error, attempts: number, now: Date): Date | undefined {
  if ('permanent' in error && error.permanent === true) return undefined
  const seconds = secondsUntilRetry(attempts)
  return seconds === undefined ? undefined : new Date(now.getTime() + seconds * 1000)
}

/**
 * A database that is away for a moment must not make a message leave twice, so the outcome is offered to it
 * again for some seconds, still within the lease.
 */
async function recordOutcome(
  options: DeliverOptions,
  row: ClaimedRow,
  error?: Error,
  dueAt?: Date,
): Promise<void> {
  const { database, clock } = options
  const reason = error?.message.slice(0, 500) ?? ''
  const outcome = (sql: Sql) => {
    if (!error) return markSent(sql, row, clock())
    if (dueAt) return markWaiting(sql, row, { dueAt, error: reason })
    return markFailed(sql, row, { now: clock(), error: reason })
  }
  for (let offer = 1; ; offer += 1) {
    try {
      return await (row.accountId === null
        ? database.inSystem(outcome)
        : database.inAccount(row.accountId, outcome))
    } catch (cause) {
      if (offer === 10) throw cause
      await sleep(1_000)
    }
  }
}

/** The text of an SMTP error may quote the recipient, so the log gets only a code. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return 'code' in error && error.code ? String(error.code) : error.name
}

/** Rejects when the work takes longer; the work itself goes on and nobody waits for it. */
export async function withTimeout<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${milliseconds} ms`)), milliseconds)
  })
  return Promise.race([work, limit]).finally(() => clearTimeout(timer))
}
