import type { Database, Sql } from '../contract/ports.ts'
import type { DataDirLock } from './data-dir-lock.ts'
import { DatabaseUnavailable } from './errors.ts'

type Lock = Pick<DataDirLock, 'isStale' | 'verify'>

/**
 * A database that is written to only while the data directory is ours. After this process was suspended, another one
 * may have taken over, so the lock is checked before a write begins, before it is committed, and before it is
 * acknowledged. A recent check is reused.
 */
export function guardDatabase(database: Database, lock: Lock): Database {
  async function verifyLock(): Promise<void> {
    await lock.verify().catch((error: unknown) => {
      throw new DatabaseUnavailable(error)
    })
  }

  async function guarded<T>(run: (withCheck: WithLockCheck) => Promise<T>): Promise<T> {
    if (lock.isStale()) await verifyLock()
    const result = await run((work) => async (sql) => {
      const value = await work(sql)
      if (lock.isStale()) await verifyLock()
      return value
    })
    if (lock.isStale()) await verifyLock()
    return result
  }

  /** COMMIT is sent with the statements, so there is no time for a check between them. */
  function refusingIfStale<T>(work: (sql: Sql) => Promise<T>): (sql: Sql) => Promise<T> {
    return async (sql) => {
      if (lock.isStale()) throw new DatabaseUnavailable(new Error('The lock was not checked in time'))
      return work(sql)
    }
  }

  return {
    ...database,
    inAccount(accountId, work, options) {
      if (options?.readOnly) return database.inAccount(accountId, work, options)
      return guarded((withCheck) =>
        database.inAccount(accountId, options?.atOnce ? refusingIfStale(work) : withCheck(work), options),
      )
    },
    inSystem(work, options) {
      if (options?.readOnly) return database.inSystem(work, options)
      return guarded((withCheck) =>
        database.inSystem(options?.atOnce ? refusingIfStale(work) : withCheck(work), options),
      )
    },
  }
}

type WithLockCheck = <T>(work: (sql: Sql) => Promise<T>) => (sql: Sql) => Promise<T>
