import { AsyncLocalStorage } from 'node:async_hooks'

/** What one request has done, for its line in the log. Times in milliseconds. */
export type WorkRecord = {
  /** The last operation that was called. */
  operation: string | undefined
  /** The operation waits for events or a model: its time says nothing about how busy the service is. */
  isPatient: boolean
  /** Waiting for a connection of the database, in all. */
  waitMs: number
  /** Transactions from their connection to the disk, in all. */
  dbMs: number
  /** Texts have placeholders, never values. Only the first are kept. */
  statements: { text: string; ms: number }[]
  /** Called when the operation begins to wait for something else than the database: an event, a model, another request. */
  onOtherWork?: () => void
}

const records = new AsyncLocalStorage<WorkRecord>()

export function newWorkRecord(): WorkRecord {
  return { operation: undefined, isPatient: false, waitMs: 0, dbMs: 0, statements: [] }
}

/** Runs something whose work belongs to this record. */
export function withWorkRecord<T>(record: WorkRecord, run: () => T): T {
  return records.run(record, run)
}

/** Undefined for work that belongs to no request. */
export function currentWork(): WorkRecord | undefined {
  return records.getStore()
}
