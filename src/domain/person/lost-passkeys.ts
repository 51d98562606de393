import type { Locale } from '../../contract/locale.ts'
import type { Sql } from '../../contract/ports.ts'
import { removePasskeysOf } from '../../identity/people/passkeys.ts'
import { lockPerson } from '../../identity/people/people.ts'
import { endAllSessions } from '../../identity/people/sessions.ts'
import { notifyAccountOwners } from './notify-account-owners.ts'
import { notifyPerson } from './notify-person.ts'
import type { PeopleParts } from './parts.ts'

type LostParts = Pick<PeopleParts, 'newId' | 'publicUrl' | 'authUrl' | 'secretKey' | 'memberships'>

/**
 * Removes all passkeys of a person who lost them, on behalf of the operator, and ends their sessions. The person gets
 * an email, and so do the owners of their accounts in other regions; owners in this region are notified with the audit
 * entry of each account. Afterwards the person signs in with a code and can add a first passkey, even where passkeys
 * are required. In a system transaction. Undefined if the person has none.
 */
export async function removeLostPasskeys(
  sql: Sql,
  parts: LostParts,
  { email, at, locale }: { email: string; at: Date; locale: Locale },
): Promise<{ personId: string; removed: number } | undefined> {
  const person = await lockPerson(sql, email)
  const removed = person ? await removePasskeysOf(sql, person.id) : 0
  if (!person || removed === 0) return undefined
  await endAllSessions(sql, person.id)
  await notifyPerson(sql, { ...parts, isLimited: false }, person, {
    to: email,
    change: 'removed',
    at,
    locale,
  })
  const change = { kind: 'passkeysRemoved', member: email, who: undefined, at, locale } as const
  await notifyAccountOwners(sql, parts, { ...change, exceptIn: parts.memberships.region })
  return { personId: person.id, removed }
}
