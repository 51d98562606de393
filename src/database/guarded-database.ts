import type { Database, Sql } from '../contract/ports.ts'
import type { DataDirLock } from './data-dir-lock.ts'
import { DatabaseUnavailable } from './errors.ts'

type Lock = Pick<DataDirLock, 'isStale' | 'verify'>

/**
 * A database that is written to only while its data directory is ours. After a pause of this process another one may
 * have taken over, so the lock is looked at before a write begins, before it is committed, and before it is
 * acknowledged. Nothing is asked as long as the last look is recent.
 */
export function guardDatabase(database: Database, lock: Lock): Database {
  async function verifyLock(): Promise<void> {
    await lock.verify().catch((error: unknown) => {
      throw new DatabaseUnavailable(error)
    })
  }

  async function guarded<T>(run: (before: WithLockCheck) => Promise<T>): Promise<T> {
    if (lock.isStale()) await verifyLock()
    const result = await run((work) => async (sql) => {
      const found = await work(sql)
      if (lock.isStale()) await verifyLock()
      return found
    })
    if (lock.isStale()) await verifyLock()
    return result
  }

  return {
    ...database,
    inAccount(accountId, work, options) {
      if (options?.readOnly) return database.inAccount(accountId, work, options)
      return guarded((before) => database.inAccount(accountId, before(work), options))
    },
    inSystem(work, options) {
      if (options?.readOnly) return database.inSystem(work, options)
      return guarded((before) => database.inSystem(before(work), options))
    },
  }
}

type WithLockCheck = <T>(work: (sql: Sql) => Promise<T>) => (sql: Sql) => Promise<T>
