import type { Database } from '../contract/ports.ts'

/** A database that writes to accounts although they are moving: for the move, and for what a move passes on. */
export function evenMoving(database: Database): Database {
  return {
    ...database,
    inAccount: (accountId, work, options) =>
      database.inAccount(accountId, work, { ...options, evenMoving: true }),
  }
}
