import { setTimeout as sleep } from 'node:timers/promises'
import type { DeliveryTransport } from '../../contract/delivery.ts'
import { errorCode } from '../../contract/loggable-error.ts'
import type { ObserveAttempt } from '../../contract/observers.ts'
import type { Clock, Database, Sql } from '../../contract/ports.ts'
import type { SecretKey } from '../../contract/secret-key.ts'
import { withTimeout } from '../../contract/with-timeout.ts'
import { unsealMessage } from '../../identity/sealed-message.ts'
import { setEventOrigin, systemCause } from '../event/record.ts'
import { secondsUntilRetry } from './retry.ts'
import { type ClaimedRow, markFailed, markSent, markWaiting, postpone } from './store.ts'

export type DeliverOptions = {
  database: Database
  transport: DeliveryTransport
  secretKey: SecretKey
  clock: Clock
  newId: () => string
  region: string
  /** Called after a transaction that recorded events of the account has committed. */
  noteEvents: (accountId: string) => void
  log: OutboxLog
  /** Records the outcome on the invite of a message, in the transaction that records it in the outbox. */
  invites: InviteDelivery
  observeAttempt?: ObserveAttempt | undefined
  /** Timeout of one attempt. */
  tryMilliseconds?: number
}

export type InviteDelivery = {
  recordSent(sql: Sql, invite: InviteRef, now: Date): Promise<void>
  /** `refused`: for good; `exhausted`: all attempts failed. */
  recordFailed(sql: Sql, invite: InviteRef, now: Date, reason: 'refused' | 'exhausted'): Promise<void>
  /** Whether a queued reminder may still be sent; a time is when to ask again. */
  checkReminder(
    sql: Sql,
    reminder: { accountId: string; inviteId: string },
    now: Date,
  ): Promise<'send' | 'drop' | Date>
}

type InviteRef = { accountId: string | null; inviteId: string }

/** The part of pino that the worker uses. Log identifiers and codes only: no address, link or text. */
export type OutboxLog = Record<'debug' | 'warn' | 'error', (fields: object, message: string) => void>

/** Attempts one claimed message and records the outcome. Never rejects. */
export async function deliver(options: DeliverOptions, row: ClaimedRow): Promise<void> {
  const { clock, log } = options
  const fields = { accountId: row.accountId, messageId: row.messageId, attempts: row.attempts }
  if (row.isReminder && !(await maySendReminder(options, row))) return
  const { channel, error } = await trySend(options, row)
  const dueAt = error && nextAttemptAt(error, row.attempts, clock())
  try {
    await recordOutcome(options, row, error, dueAt)
  } catch (cause) {
    log.error({ ...fields, error: errorCode(cause) }, 'outbox: cannot record the outcome')
    return
  }
  if (channel) {
    const outcome = !error ? 'sent' : dueAt ? 'retry' : 'failed'
    const ageSeconds = (clock().getTime() - Date.parse(row.createdAt)) / 1_000
    options.observeAttempt?.({ channel, outcome, ageSeconds })
  }
  if (!error) log.debug(fields, 'outbox: sent')
  else if (dueAt) log.warn({ ...fields, error: errorCode(error), dueAt }, 'outbox: failed, will be retried')
  else log.error({ ...fields, error: errorCode(error) }, 'outbox: given up')
}

/** Postpones a reminder, or gives it up, if it may not be sent now. */
async function maySendReminder(options: DeliverOptions, row: ClaimedRow): Promise<boolean> {
  const { clock, database, invites, log } = options
  const { accountId, inviteId } = row
  if (accountId === null || inviteId === null) return true
  try {
    return await database.inAccount(accountId, async (sql) => {
      const now = clock()
      const answer = await invites.checkReminder(sql, { accountId, inviteId }, now)
      if (answer === 'send') return true
      if (answer === 'drop') await markFailed(sql, row, { now, error: 'no longer wanted' })
      else await postpone(sql, row, answer)
      return false
    })
  } catch (cause) {
    // The message stays queued until its lease has expired.
    log.error(
      { accountId, messageId: row.messageId, error: errorCode(cause) },
      'outbox: cannot check a reminder',
    )
    return false
  }
}

/** Without an error after a success, and without a channel if the message can't be unsealed. */
async function trySend(
  options: DeliverOptions,
  row: ClaimedRow,
): Promise<{ channel?: 'email' | 'sms'; error?: Error }> {
  const { accountId, id, profileId, messageId } = row
  let channel: 'email' | 'sms' | undefined
  try {
    const message = unsealMessage(row.content, options.secretKey, { accountId, id })
    channel = message.channel
    const sending = options.transport({ ...message, messageId, accountId, id, profileId })
    await withTimeout(options.tryMilliseconds ?? 45_000, sending)
    return { channel }
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown))
    return channel ? { channel, error } : { error }
  }
}

/** Undefined if the message is given up. */
function nextAttemptAt(error: Error, attempts: number, now: Date): Date | undefined {
  if (isPermanent(error)) return undefined
  const seconds = secondsUntilRetry(attempts)
  return seconds === undefined ? undefined : new Date(now.getTime() + seconds * 1000)
}

function isPermanent(error: Error): boolean {
  return 'permanent' in error && error.permanent === true
}

/**
 * Retries for some seconds, within the lease: a message whose outcome is not recorded would be sent twice because of a
 * short outage of the database.
 */
async function recordOutcome(
  options: DeliverOptions,
  row: ClaimedRow,
  error?: Error,
  dueAt?: Date,
): Promise<void> {
  const { database } = options
  const write = (sql: Sql) => writeOutcome(sql, options, row, error, dueAt)
  for (let attempt = 1; ; attempt += 1) {
    try {
      await (row.accountId === null ? database.inSystem(write) : database.inAccount(row.accountId, write))
      if (row.accountId !== null && row.inviteId !== null) options.noteEvents(row.accountId)
      return
    } catch (cause) {
      if (attempt === 10) throw cause
      await sleep(1_000)
    }
  }
}

async function writeOutcome(
  sql: Sql,
  { clock, newId, region, invites }: DeliverOptions,
  row: ClaimedRow,
  error?: Error,
  dueAt?: Date,
): Promise<void> {
  const reason = error?.message.slice(0, 500) ?? ''
  if (error && dueAt) return markWaiting(sql, row, { dueAt, error: reason })
  const now = clock()
  const { accountId, inviteId } = row
  const hasChanged = error
    ? await markFailed(sql, row, { now, error: reason })
    : await markSent(sql, row, now)
  if (!hasChanged || inviteId === null) return
  if (accountId !== null) {
    setEventOrigin(sql, { accountId, region, by: systemCause, requestId: null, now: clock, newId })
  }
  const invite = { accountId, inviteId }
  if (!error) return invites.recordSent(sql, invite, now)
  await invites.recordFailed(sql, invite, now, isPermanent(error) ? 'refused' : 'exhausted')
}
