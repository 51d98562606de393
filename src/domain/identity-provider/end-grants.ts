import type { RevokeReason } from '../../contract/authorization.ts'
import type { Change } from '../../contract/operation.ts'
import type { Sql } from '../../contract/ports.ts'
import { inEachSandbox } from '../account/sandbox-store.ts'
import { disconnectionChanges, revokeGrantsInTransaction } from '../app/revoke.ts'
import { lockMembers } from '../member/store.ts'

/**
 * Ends what members connected while the account's provider vouched for them, in the account and its sandboxes. Called where
 * the sessions of the provider end: it was changed or removed, or with `domain`, the account no longer has this domain, which
 * ends the sessions of addresses there. Returns the changes for the audit log.
 *
 * Connecting an app locks the member and looks at the session again afterwards. So either the grant is seen here, or its
 * session is found ended there.
 */
export async function endGrantsOfProvider(
  sql: Sql,
  { accountId, domain, now }: { accountId: string; domain?: string; now: Date },
): Promise<Change[]> {
  const members = await lockMembers(sql, accountId)
  await inEachSandbox(sql, accountId, async (id) => {
    await lockMembers(sql, id)
  })
  const there = domain === undefined ? members : members.filter(({ email }) => email.endsWith(`@${domain}`))
  const memberIds = there.map(({ id }) => id)
  const selection = { providerAccountId: accountId, memberIds }
  return endGrantsHere(sql, accountId, { selection, reason: 'provider_ended', now })
}

/** Ends grants in an account and its sandboxes, whose members have the same ids. The log of the account has its own. */
export async function endGrantsHere(
  sql: Sql,
  accountId: string,
  {
    selection,
    reason,
    now,
  }: { selection: { memberIds: string[]; providerAccountId?: string }; reason: RevokeReason; now: Date },
): Promise<Change[]> {
  const ended = await revokeGrantsInTransaction(sql, { ...selection, accountId }, reason, now)
  await inEachSandbox(sql, accountId, async (id) => {
    await revokeGrantsInTransaction(sql, { ...selection, accountId: id }, reason, now)
  })
  const byMember = Map.groupBy(ended, ({ memberId }) => memberId)
  return [...byMember.values()].flatMap((some) => disconnectionChanges(some, reason))
}
