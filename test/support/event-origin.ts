import type { Database, Sql } from '../../src/contract/ports.ts'
import { type EventOrigin, setEventOrigin } from '../../src/domain/event/record.ts'
import { newPublicId } from '../../src/platform/ids.ts'

/** What transactions outside of the gate set before something in them may be recorded. */
export function testOriginOf(accountId: string, changes: Partial<EventOrigin> = {}): EventOrigin {
  return {
    accountId,
    region: 'us',
    by: { kind: 'client', clientId: 'm2m_us_one' },
    requestId: 'request',
    now: () => new Date('2026-11-22T08:14:03.221Z'),
    newId: newPublicId,
    ...changes,
  }
}

/** A transaction of the account that may record events. */
export function inOrigin<T>(
  { database }: { database: Database },
  origin: EventOrigin,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  return database.inAccount(origin.accountId, async (sql) => {
    setEventOrigin(sql, origin)
    return work(sql)
  })
}
