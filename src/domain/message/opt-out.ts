import type { Sql } from '../../contract/ports.ts'
import { createUnsubscribeToken, unsubscribeKey } from '../../identity/unsubscribe-link.ts'
import { findOptedOutKeys } from './store.ts'

/** The path of the page where the owner of this address or number unsubscribes. */
export function stopPath(mailKey: Buffer, accountId: string, to: string): string {
  return `/unsubscribe/${createUnsubscribeToken(mailKey, accountId, unsubscribeKey(mailKey, to))}`
}

/** The addresses whose owners have opted out of messages from the account, or from any account. */
export async function listOptedOut(
  sql: Sql,
  { accountId, addresses, key }: { accountId: string; addresses: readonly string[]; key: Buffer },
): Promise<Set<string>> {
  const byKey = new Map(addresses.map((address) => [unsubscribeKey(key, address).toString('hex'), address]))
  if (byKey.size === 0) return new Set()
  const keys = await findOptedOutKeys(sql, accountId, [...byKey.keys()])
  return new Set(keys.flatMap((one) => byKey.get(one) ?? []))
}
