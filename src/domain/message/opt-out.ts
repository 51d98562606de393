import type { Sql } from '../../contract/ports.ts'
import { addressKey, stopToken } from '../../identity/stop-link.ts'
import { findStopped } from './store.ts'

/** The path of the page where the owner of this address or number stops further messages. */
export function stopPath(mailKey: Buffer, accountId: string, to: string): string {
  return `/unsubscribe/${stopToken(mailKey, accountId, addressKey(mailKey, to))}`
}

/** Of these addresses, the ones whose readers want no emails from the account, or from any. */
export async function listStopped(
  sql: Sql,
  { accountId, addresses, key }: { accountId: string; addresses: readonly string[]; key: Buffer },
): Promise<Set<string>> {
  const byKey = new Map(addresses.map((address) => [addressKey(key, address).toString('hex'), address]))
  if (byKey.size === 0) return new Set()
  const stopped = await findStopped(sql, accountId, [...byKey.keys()])
  return new Set(stopped.flatMap((one) => byKey.get(one) ?? []))
}
