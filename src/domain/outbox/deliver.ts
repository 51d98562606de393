import type { DeliveryTransport, EmailSender } from '../../contract/delivery.ts'
import { errorCode } from '../../contract/loggable-error.ts'
import type { ObserveAttempt } from '../../contract/observers.ts'
import type { Clock, Database, OutgoingMessage, Sql } from '../../contract/ports.ts'
import { recordWithinLease } from '../../contract/record-within-lease.ts'
import type { SecretKey } from '../../contract/secret-key.ts'
import { withTimeout } from '../../contract/with-timeout.ts'
import type { WorkerLog } from '../../contract/worker-log.ts'
import { unsealMessage } from '../../identity/sealed-message.ts'
import { setEventOrigin, systemCause } from '../event/record.ts'
import type { MessageChannel } from './breaker-store.ts'
import { type FailureClass, failureClassOf, isAddressRefused } from './failure-class.ts'
import { secondsUntilRetry } from './retry.ts'
import { type CheckedAs, type ClaimedRow, markFailed, markSent, markWaiting, postpone } from './store.ts'

export type DeliverOptions = {
  database: Database
  transport: DeliveryTransport
  sandbox: SandboxDelivery
  secretKey: SecretKey
  clock: Clock
  newId: () => string
  region: string
  /** Called after a transaction that recorded events of the account has committed. */
  noteEvents: (accountId: string) => void
  log: WorkerLog
  /** Records the outcome on the invite of a message, in the transaction that records it in the outbox. */
  invites: InviteDelivery
  /** The sender of an account's own; undefined if it has none any more. */
  findSender: (accountId: string) => Promise<EmailSender | undefined>
  /** Called before each attempt, in a transaction of the account. */
  checks: Readonly<Record<CheckedAs, CheckMessage>>
  observeAttempt?: ObserveAttempt | undefined
  /** Timeout of one attempt. */
  tryMilliseconds?: number
}

export type InviteDelivery = {
  recordSent(sql: Sql, invite: InviteRef, now: Date): Promise<void>
  /** `refused`: for good; `exhausted`: all attempts failed. `blames`: what the refusal is about. */
  recordFailed(
    sql: Sql,
    invite: InviteRef,
    now: Date,
    failure: { reason: 'refused' | 'exhausted'; blames: 'recipient' | 'other' },
  ): Promise<unknown>
}

/** What happens to messages of sandboxes, which never leave. */
export type SandboxDelivery = {
  transport: DeliveryTransport
  /** Called once the message is delivered, in the same transaction: an invented person may answer. */
  recordDelivered(sql: Sql, message: { accountId: string; inviteId: string }): Promise<void>
}

/**
 * Whether a queued message may still be sent. A time is when to ask again; a message replaces the queued one.
 */
export type CheckMessage = (
  sql: Sql,
  queued: { accountId: string; id: string; inviteId: string | null },
  now: Date,
) => Promise<'send' | 'drop' | Date | OutgoingMessage>

type InviteRef = { accountId: string; inviteId: string }

/** What an attempt told about a channel; undefined if nothing was tried. */
export type DeliveryAttempt = { channel: MessageChannel; failure: FailureClass | undefined }

/**
 * Attempts one claimed message and records the outcome. Never rejects. An attempt that only probed a closed channel and
 * did not reach it does not count.
 */
export async function deliver(
  options: DeliverOptions,
  row: ClaimedRow,
  { isProbe = false }: { isProbe?: boolean } = {},
): Promise<DeliveryAttempt | undefined> {
  const { clock, log } = options
  const fields = { accountId: row.accountId, messageId: row.messageId, attempts: row.attempts }
  const checked = await check(options, row)
  if (checked === 'later') return undefined
  const found = await findSenderOf(options, row)
  if (found === 'later') return undefined
  const { channel, error } = await trySend(options, row, checked, found.sender)
  const failure = error && channel && failureClassOf(error)
  const isInVain = isProbe && failure === 'unreachable'
  const dueAt = error && (isInVain ? clock() : nextAttemptAt(error, row.attempts, clock()))
  // What stays here says nothing about the servers of a channel.
  const attempt = channel && !row.staysHere ? { channel, failure } : undefined
  try {
    if (isInVain && dueAt) await inOwner(options, row, (sql) => postpone(sql, row, dueAt))
    else await recordWithinLease(() => recordOutcome(options, row, { error, dueAt, failure }))
  } catch (cause) {
    log.error({ ...fields, error: errorCode(cause) }, 'outbox: cannot record the outcome')
    return attempt
  }
  if (channel && !row.staysHere) {
    const outcome = !error ? 'sent' : dueAt ? 'retry' : 'failed'
    const ageSeconds = (clock().getTime() - Date.parse(row.createdAt)) / 1_000
    options.observeAttempt?.({ channel, lane: row.lane, outcome, ageSeconds })
  }
  if (!error) log.debug(fields, 'outbox: sent')
  else if (dueAt) log.warn({ ...fields, error: errorCode(error), dueAt }, 'outbox: failed, will be retried')
  else log.error({ ...fields, error: errorCode(error) }, 'outbox: given up')
  return attempt
}

/** Asks again whether the message is wanted; postpones it, or gives it up, if it may not be sent now. */
async function check(options: DeliverOptions, row: ClaimedRow): Promise<'send' | 'later' | OutgoingMessage> {
  const { clock, database, checks, log } = options
  const { accountId, checkedAs, id, inviteId } = row
  if (row.expiresAt !== null && clock().getTime() >= Date.parse(row.expiresAt)) return expire(options, row)
  if (checkedAs === null || accountId === null) return 'send'
  try {
    return await database.inAccount(accountId, async (sql) => {
      const now = clock()
      const answer = await checks[checkedAs](sql, { accountId, id, inviteId }, now)
      if (answer === 'drop')
        await markFailed(sql, row, { now, error: 'no longer wanted', keepsContent: false })
      else if (answer instanceof Date) await postpone(sql, row, answer)
      else return answer
      return 'later'
    })
  } catch (cause) {
    // The message stays queued until its lease has expired.
    log.error(
      { accountId, messageId: row.messageId, error: errorCode(cause) },
      'outbox: cannot check whether a message is wanted',
    )
    return 'later'
  }
}

/** Without the sender, an email would come from another address than the others: it waits until its lease has expired. */
async function findSenderOf(
  { findSender, log }: DeliverOptions,
  { accountId, hasSender, messageId }: ClaimedRow,
): Promise<'later' | { sender: EmailSender | undefined }> {
  if (!hasSender || accountId === null) return { sender: undefined }
  try {
    return { sender: await findSender(accountId) }
  } catch (cause) {
    log.error({ accountId, messageId, error: errorCode(cause) }, 'outbox: cannot read the sender')
    return 'later'
  }
}

/** A code that has ended helps nobody. */
async function expire(options: DeliverOptions, row: ClaimedRow): Promise<'later'> {
  const now = options.clock()
  const gone = { now, error: 'expired', failure: 'expired', keepsContent: false } as const
  try {
    await inOwner(options, row, (sql) => markFailed(sql, row, gone))
    options.log.warn({ messageId: row.messageId }, 'outbox: expired before it could be sent')
  } catch (cause) {
    // It is found again when its lease has expired.
    options.log.error(
      { messageId: row.messageId, error: errorCode(cause) },
      'outbox: cannot record the outcome',
    )
  }
  return 'later'
}

/** In a transaction of the message's account, or of the system if it has none. */
function inOwner<T>(
  { database }: DeliverOptions,
  row: ClaimedRow,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  return row.accountId === null ? database.inSystem(work) : database.inAccount(row.accountId, work)
}

type Outcome = { error: Error | undefined; dueAt: Date | undefined; failure: FailureClass | undefined }

/** Without an error after a success, and without a channel if the message can't be unsealed. */
async function trySend(
  options: DeliverOptions,
  row: ClaimedRow,
  checked: 'send' | OutgoingMessage,
  sender: EmailSender | undefined,
): Promise<{ channel?: 'email' | 'sms'; error?: Error }> {
  const { accountId, id, profileId, messageId, staysHere } = row
  const transport = staysHere ? options.sandbox.transport : options.transport
  let channel: 'email' | 'sms' | undefined
  try {
    const message =
      checked === 'send' ? unsealMessage(row.content, options.secretKey, { accountId, id }) : checked
    channel = message.channel
    const sending = transport({ ...message, messageId, accountId, id, profileId, sender })
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

async function recordOutcome(options: DeliverOptions, row: ClaimedRow, outcome: Outcome): Promise<void> {
  await inOwner(options, row, (sql) => writeOutcome(sql, options, row, outcome))
  if (row.accountId !== null && row.inviteId !== null) options.noteEvents(row.accountId)
}

/** Emails to members name people. Erasing a person would not find them there, so these are not kept. */
function keepsContent({ checkedAs }: ClaimedRow): boolean {
  return checkedAs !== 'memberNotice'
}

async function writeOutcome(
  sql: Sql,
  { clock, newId, region, invites, sandbox }: DeliverOptions,
  row: ClaimedRow,
  { error, dueAt, failure }: Outcome,
): Promise<void> {
  const reason = error?.message.slice(0, 500) ?? ''
  const code = failure && error && errorCode(error)
  if (error && dueAt) return markWaiting(sql, row, { dueAt, error: reason, failure, code })
  const now = clock()
  const { accountId, inviteId } = row
  const hasChanged = error
    ? await markFailed(sql, row, { now, error: reason, failure, code, keepsContent: keepsContent(row) })
    : await markSent(sql, row, now)
  // An invite belongs to an account.
  if (!hasChanged || inviteId === null || accountId === null) return
  setEventOrigin(sql, { accountId, region, by: systemCause, requestId: null, now: clock, newId })
  const invite = { accountId, inviteId }
  if (!error) {
    await invites.recordSent(sql, invite, now)
    if (row.staysHere) await sandbox.recordDelivered(sql, invite)
    return
  }
  await invites.recordFailed(sql, invite, now, {
    reason: isPermanent(error) ? 'refused' : 'exhausted',
    blames: isAddressRefused(error) ? 'recipient' : 'other',
  })
}
