import type { Sql } from './ports.ts'

/** A person whose data a transaction deletes; without a profile, all data of the account. */
export type Erasure = { accountId: string; profileId: string | null }

const erasuresBySql = new WeakMap<Sql, Erasure[]>()

/** Notes what this transaction erases, so that it is recorded outside of the database before the commit. */
export function noteErasure(sql: Sql, erasure: Erasure): void {
  const erasures = erasuresBySql.get(sql)
  if (erasures) erasures.push(erasure)
  else erasuresBySql.set(sql, [erasure])
}

/** What was noted in this transaction so far. */
export function listErasures(sql: Sql): readonly Erasure[] {
  return erasuresBySql.get(sql) ?? []
}
