import type { InstallationConfig } from '../../contract/operation.ts'
import type { Sql } from '../../contract/ports.ts'
import {
  createNoticesToken,
  createUnsubscribeToken,
  type MailKeys,
  mailKeysOf,
  unsubscribeKey,
} from '../../identity/unsubscribe-link.ts'
import { findOptedOutKeys } from './store.ts'

/** The path of the page where the owner of this address or number unsubscribes. */
export function stopPath(mailKey: Buffer, accountId: string, to: string): string {
  return `/unsubscribe/${createUnsubscribeToken(mailKey, accountId, unsubscribeKey(mailKey, to))}`
}

/** The page where a member turns off the emails about people that they chose. */
export function memberNoticeLink(
  { mail, publicUrl }: Pick<InstallationConfig, 'mail' | 'publicUrl'>,
  member: { accountId: string; memberId: string },
): string {
  // Normalized as in the texts, where hosts in other scripts are spelled in ASCII.
  return new URL(`${publicUrl}/unsubscribe/${createNoticesToken(mail.key, member)}`).href
}

/** The addresses whose owners have opted out of messages from the account, or from any account. */
export async function listOptedOut(
  sql: Sql,
  {
    accountId,
    addresses,
    installation,
  }: { accountId: string; addresses: readonly string[]; installation: MailKeys },
): Promise<Set<string>> {
  const byKey = new Map(
    mailKeysOf(installation, accountId).flatMap((key) =>
      addresses.map((address) => [unsubscribeKey(key, address).toString('hex'), address] as const),
    ),
  )
  if (byKey.size === 0) return new Set()
  const keys = await findOptedOutKeys(sql, accountId, [...byKey.keys()])
  return new Set(keys.flatMap((one) => byKey.get(one) ?? []))
}
