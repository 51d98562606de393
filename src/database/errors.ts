import pg from 'pg'
import { Failure } from '../contract/failure.ts'

/**
 * The database cannot do this now and a later try may succeed: it is down, starting, full, locked or too
 * slow. The gate answers it as 503. The cause is for the log only.
 */
export class DatabaseUnavailable extends Failure {
  constructor(cause: unknown) {
    super('database_unavailable', { retryAfterSeconds: 2, cause })
    this.name = 'DatabaseUnavailable'
  }
}

/** What a failed transaction means for the next step. */
export type TransactionError =
  | 'again' // rolled back for certain and worth another try at once
  | 'reconnect' // the same, on a fresh connection
  | 'unavailable' // no use to try now
  | 'refused' // the statement itself is at fault: a constraint, a bad value, a bug

/**
 * Reads an error of `pg`. `committing` says that COMMIT was already sent: then a lost connection leaves
 * the outcome unknown, and trying again could do the work twice.
 */
export function classifyError(error: unknown, committing: boolean): TransactionError {
  if (!isDatabaseError(error)) {
    if (!(error instanceof Error) || !isConnectionLoss(error)) return 'refused'
    return committing || error.message === 'Query read timeout' ? 'unavailable' : 'reconnect'
  }
  const code = error.code ?? ''
  // A statement prepared before a migration, or one that the server has lost, is prepared anew.
  if (code === '26000' || error.routine === 'RevalidateCachedQuery') return 'reconnect'
  if (code === '40001' || code === '40P01') return 'again'
  if (terminated.has(code) || code.startsWith('08')) return committing ? 'unavailable' : 'reconnect'
  return transientCodes.test(code) ? 'unavailable' : 'refused'
}

/** Whether the error came from the server, and so carries an SQLSTATE in `code`. */
export function isDatabaseError(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError
}

/** Whether a statement broke the unique key or index of this name (or any, without a name). */
export function isDuplicate(error: unknown, constraint?: string): boolean {
  if (!isDatabaseError(error) || error.code !== '23505') return false
  return constraint === undefined || error.constraint === constraint
}

/** The server ended this session: shut down, crashed beside us, or told to by an administrator. */
const terminated = new Set(['57P01', '57P02', '57P03', '57P05'])

/**
 * Connection (08), resources such as disk and connections (53), operator (57: cancelled by the statement
 * time-out among them), input and output (58), lock time-out (55P03), idle and whole-transaction time-outs
 * (25P03, 25P04), and a server that only reads because it is a standby or is full (25006).
 */
const transientCodes = /^(08|53|57|58)|^(55P03|25P03|25P04|25006|40001|40P01)$/

/** Errors that `pg` and the socket raise by themselves carry no SQLSTATE; a mapping fault is a TypeError. */
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
