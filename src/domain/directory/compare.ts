import type { Sql } from '../../contract/ports.ts'
import { type AccountRange, unsettledMilliseconds } from './model.ts'
import { listRemoteVersions, removeRemoteAccounts } from './store.ts'

/**
 * Compares the accounts of a region with what the authorization server has: removes accounts that no longer exist,
 * and returns the ids of those that the region must send again.
 */
export async function compareAccountRange(sql: Sql, zone: string, range: AccountRange): Promise<string[]> {
  const remote = new Map(
    (await listRemoteVersions(sql, zone, range)).map((account) => [account.accountId, account.version]),
  )
  const present = new Map(range.accounts)
  const settled = range.lookedAt - unsettledMilliseconds
  const gone = [...remote].filter(([id, version]) => !present.has(id) && version < settled).map(([id]) => id)
  if (gone.length > 0) await removeRemoteAccounts(sql, zone, gone)
  return range.accounts.filter(([id, version]) => remote.get(id) !== version).map(([id]) => id)
}
