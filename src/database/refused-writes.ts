import type { Database } from '../contract/ports.ts'
import { DatabaseUnavailable, DiskFull } from './errors.ts'

/**
 * A database that is only read while its disk is full. PostgreSQL ends when it can't make another file of its
 * write-ahead log, and can't start again before there is room: then nothing can be read either.
 */
export function refusingWrites(database: Database, isFull: () => boolean): Database {
  const refuse = (options: { readOnly?: boolean } | undefined) => {
    if (!options?.readOnly && isFull()) throw new DatabaseUnavailable(new DiskFull())
  }
  return {
    ...database,
    async inAccount(accountId, work, options) {
      refuse(options)
      return database.inAccount(accountId, work, options)
    },
    async inSystem(work, options) {
      refuse(options)
      return database.inSystem(work, options)
    },
    async look(read) {
      const found = await database.look(read)
      if (found.trouble || found.writable !== true || !isFull()) return found
      return { ...found, writable: 'full' }
    },
  }
}
