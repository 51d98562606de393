import type { Sql } from '../../contract/ports.ts'
import { type AccountRange, unsettledMilliseconds } from './model.ts'
import { listKnown, removeKnown } from './store.ts'

/**
 * Holds what a region has against what the authorization server was told: forgets accounts that are gone, and
 * returns the ids of those that it must be told of again.
 */
export async function compareRange(sql: Sql, zone: string, range: AccountRange): Promise<string[]> {
  const known = new Map((await listKnown(sql, zone, range)).map((one) => [one.accountId, one.version]))
  const present = new Map(range.accounts)
  const settled = range.lookedAt - unsettledMilliseconds
  const gone = [...known].filter(([id, version]) => !present.has(id) && version < settled).map(([id]) => id)
  if (gone.length > 0) await removeKnown(sql, zone, gone)
  return range.accounts.filter(([id, version]) => known.get(id) !== version).map(([id]) => id)
}
