import type { InstallationConfig } from '../../contract/operation.ts'
import type { Sql } from '../../contract/ports.ts'
import {
  createNoticesToken,
  createUnsubscribeToken,
  type MailKeys,
  mailKeysOf,
  unsubscribeKey,
} from '../../identity/unsubscribe-link.ts'
import { findStoppedKeys, insertBouncedKey, removeBouncedKeys, type StoppedKey } from './store.ts'

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

type Addressed = { accountId: string; addresses: readonly string[]; installation: MailKeys }

/** The addresses whose owners have opted out of messages from the account, or from any account. */
export async function listOptedOut(sql: Sql, addressed: Addressed): Promise<ReadonlySet<string>> {
  return (await listStopped(sql, addressed)).optedOut
}

/** The addresses that nothing optional is sent to: their owners have opted out, or they have bounced. */
export async function listUnreachable(sql: Sql, addressed: Addressed): Promise<ReadonlySet<string>> {
  const { optedOut, bounced } = await listStopped(sql, addressed)
  return new Set([...optedOut, ...bounced])
}

export type StoppedAddresses = { optedOut: ReadonlySet<string>; bounced: ReadonlySet<string> }

/** Which of these addresses nothing optional is sent to, and why. */
export async function listStopped(sql: Sql, addressed: Addressed): Promise<StoppedAddresses> {
  const byKey = addressesByKey(addressed)
  const stopped = byKey.size === 0 ? [] : await findStoppedKeys(sql, addressed.accountId, [...byKey.keys()])
  const those = (is: (one: StoppedKey) => boolean) =>
    new Set(stopped.filter(is).flatMap(({ key }) => byKey.get(key) ?? []))
  return { optedOut: those((one) => one.optedOut), bounced: those((one) => one.bounced) }
}

/** Notes that a mail server has refused the address for good. */
export async function noteBounced(
  sql: Sql,
  { accountId, address, installation }: { accountId: string; address: string; installation: MailKeys },
  now: Date,
): Promise<void> {
  const key = unsubscribeKey(installation.mail.key, address).toString('hex')
  await insertBouncedKey(sql, accountId, { key, now })
}

/** Someone of the account tries these addresses again. */
export async function forgetBounced(sql: Sql, addressed: Addressed): Promise<void> {
  const byKey = addressesByKey(addressed)
  if (byKey.size > 0) await removeBouncedKeys(sql, addressed.accountId, [...byKey.keys()])
}

function addressesByKey({ accountId, addresses, installation }: Addressed): Map<string, string> {
  return new Map(
    mailKeysOf(installation, accountId).flatMap((key) =>
      addresses.map((address) => [unsubscribeKey(key, address).toString('hex'), address] as const),
    ),
  )
}
