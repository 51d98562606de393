import pg from 'pg'
import { Failure } from '../contract/failure.ts'

/**
 * The database can't do this now, but a retry may succeed: it is down, starting, full, locked or too slow. The gate
 * answers with 503. The cause is for the log only. Clients are told to come back after one to five seconds, at random,
 * so that they don't all come at once.
 */
export class DatabaseUnavailable extends Failure {
  constructor(cause: unknown) {
    const retryAfterSeconds = 1 + Math.floor(Math.random() * 5)
    super('database_unavailable', {
      retryAfterSeconds,
      cause,
      ...(isFull(cause) ? { message: fullMessage } : {}),
    })
    this.name = 'DatabaseUnavailable'
  }
}

/** Says nothing of the disk: where it is and what fills it is for the log. */
const fullMessage =
  "The service can't save anything for now, because its storage is full. Reading works. Try again in a few minutes."

/** The disk of the database has no room for another change. */
export class DiskFull extends Error {
  constructor() {
    super('The disk of the database is full')
    this.name = 'DiskFull'
  }
}

/** 53100 is PostgreSQL's own word for it. */
function isFull(cause: unknown): boolean {
  return cause instanceof DiskFull || (isDatabaseError(cause) && cause.code === '53100')
}

/**
 * The server found a page or an index that does not match its checksum (XX001, XX002). A retry changes nothing until an
 * operator has restored it, and other data can be read.
 */
export class DataDamaged extends Failure {
  constructor(cause: unknown) {
    super('data_damaged', { retryAfterSeconds: 300, cause })
    this.name = 'DataDamaged'
  }
}

export function isDataDamage(error: unknown): boolean {
  return isDatabaseError(error) && (error.code === 'XX001' || error.code === 'XX002')
}

/** The account is moving to another region and can't be written to for up to a minute. */
export function accountMoving(cause: unknown): Failure {
  const message = 'The account is moving to another region. Try again in a minute.'
  return new Failure('unavailable', { message, retryAfterSeconds: 20, cause })
}

/** Raised by `refuse_writes_while_moving`. */
export function isAccountMoving(error: unknown): boolean {
  return isDatabaseError(error) && error.code === 'TM001'
}

/** How to react to a failed transaction. */
export type TransactionError =
  | 'again' // certainly rolled back; retry right away
  | 'reconnect' // the same, on a new connection
  | 'unavailable' // don't retry now
  | 'refused' // the statement itself is wrong: a constraint, a bad value, a bug

/**
 * Classifies an error of `pg`. `committing` means that COMMIT was already sent: after a lost connection the outcome is
 * then unknown, and a retry could do the work twice.
 */
export function classifyError(error: unknown, committing: boolean): TransactionError {
  if (!isDatabaseError(error)) {
    if (!(error instanceof Error) || !isConnectionLoss(error)) return 'refused'
    return committing || error.message === 'Query read timeout' ? 'unavailable' : 'reconnect'
  }
  const code = error.code ?? ''
  // A statement prepared before a migration, or lost by the server, is prepared again.
  if (code === '26000' || error.routine === 'RevalidateCachedQuery') return 'reconnect'
  if (code === '40001' || code === '40P01') return 'again'
  if (terminated.has(code) || code.startsWith('08')) return committing ? 'unavailable' : 'reconnect'
  return transientCodes.test(code) ? 'unavailable' : 'refused'
}

/** One of several servers that is a standby. `pg` has no `target_session_attrs`. */
export class ReadOnlyServer extends Error {
  constructor() {
    super('The server accepts no writes')
    this.name = 'ReadOnlyServer'
  }
}

/**
 * Whether connections to this server are of no use any more: it has become a standby, is shutting down, or can't be reached.
 * A statement that only took too long says nothing about the others.
 */
export function endsEpoch(cause: unknown): boolean {
  if (cause instanceof DatabaseUnavailable) return endsEpoch(cause.cause)
  if (isDatabaseError(cause)) {
    const code = cause.code ?? ''
    return code === '25006' || code.startsWith('08') || ['57P01', '57P02', '57P03'].includes(code)
  }
  return cause instanceof Error && cause.message !== 'Query read timeout' && isConnectionLoss(cause)
}

/** Whether the error came from the server and so has an SQLSTATE in `code`. */
export function isDatabaseError(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError
}

/** Whether a statement violated this unique key or index (or any, without a name). */
export function isDuplicate(error: unknown, constraint?: string): boolean {
  if (!isDatabaseError(error) || error.code !== '23505') return false
  return constraint === undefined || error.constraint === constraint
}

/** The server ended this session: shutdown, crash of another session, or an administrator's command. */
const terminated = new Set(['57P01', '57P02', '57P03', '57P05'])

/**
 * Connection (08), resources such as disk and connections (53), operator intervention (57, including statement
 * timeouts), I/O (58), lock timeout (55P03), idle and transaction timeouts (25P03, 25P04), and a server that is
 * read-only because it is a standby or full (25006).
 */
const transientCodes = /^(08|53|57|58)|^(55P03|25P03|25P04|25006|40001|40P01)$/

/** Errors raised by `pg` and the socket have no SQLSTATE. A TypeError is a bug in our mapping. */
function isConnectionLoss(error: Error): boolean {
  if (error instanceof TypeError || error instanceof RangeError) return false
  if ('code' in error && typeof error.code === 'string' && networkCodes.has(error.code)) return true
  return /^(Connection terminated|Query read timeout|timeout e|Client (has|was)|Cannot use a pool)/.test(
    error.message,
  )
}

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ENOENT',
  'EAGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
