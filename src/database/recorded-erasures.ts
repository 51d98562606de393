import { type Erasure, listErasures } from '../contract/erasure.ts'
import type { Database, Sql } from '../contract/ports.ts'
import { DatabaseUnavailable } from './errors.ts'

/** Records erasures outside of the database. Resolves when they are on disk. */
export type RecordErasures = (erasures: readonly Erasure[]) => Promise<void>

/**
 * A database whose transactions record what they erase before they commit, because a backup still has it. An erasure that
 * can't be recorded fails: a restore would undo it unnoticed. One that is recorded and then fails to commit was
 * requested all the same.
 */
export function recordingErasures(database: Database, record: RecordErasures | undefined): Database {
  if (!record) return database
  const recording = <T>(work: (sql: Sql) => Promise<T>) => {
    return async (sql: Sql) => {
      const value = await work(sql)
      const erasures = listErasures(sql)
      if (erasures.length > 0)
        await record(erasures).catch((error: unknown) => {
          throw new DatabaseUnavailable(error)
        })
      return value
    }
  }
  return {
    ...database,
    inAccount(accountId, work, options) {
      const isPlain = options?.readOnly || options?.atOnce
      return database.inAccount(accountId, isPlain ? work : recording(work), options)
    },
    inSystem: (work, options) => database.inSystem(options?.readOnly ? work : recording(work), options),
  }
}
