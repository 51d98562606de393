import type { Sql } from '../../contract/ports.ts'
import { type AccountRange, unsettledMilliseconds } from './model.ts'
import { listRemoteVersions, removeRemoteAccounts } from './store.ts'

/**
 * Holds what a region has against what the authorization server was told: forgets accounts that are gone, and
 * returns the ids of those that it must be told of again.
 */
export async function compareAccountRange(sql: Sql, zone: string, range: AccountRange): Promise<string[]> {
  const remote = new Map(
    (await listRemoteVersions(sql, zone, range)).map((one) => [one.accountId, one.version]),
  )
  const present = new Map(range.accounts)
  const settled = range.lookedAt - unsettledMilliseconds
  const gone = [...remote].filter(([id, version]) => !present.has(id) && version < settled).map(([id]) => id)
  if (gone.length > 0) await removeRemoteAccounts(sql, zone, gone)
  return range.accounts.filter(([id, version]) => remote.get(id) !== version).map(([id]) => id)
}
