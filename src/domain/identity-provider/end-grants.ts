import type { Actor } from '../../contract/actor.ts'
import type { RevokeReason } from '../../contract/authorization.ts'
import type { Change } from '../../contract/operation.ts'
import type { Sql } from '../../contract/ports.ts'
import type { SecretKey } from '../../contract/secret-key.ts'
import { inEachSandbox } from '../account/sandbox-store.ts'
import { disconnectionChanges, revokeGrantsInTransaction } from '../app/revoke.ts'
import { recordChanges } from '../audit/record.ts'
import { shareEventOrigin } from '../event/record.ts'
import { lockMembers } from '../member/store.ts'

/** Whose grants end, and by whom. */
export type GrantsEnding = { accountId: string; now: Date; actor: Actor; secretKey: SecretKey }

/**
 * Ends what members connected while the account's provider vouched for them, in the account and its sandboxes. Called where
 * the sessions of the provider end: it was changed or removed, or with `domain`, the account no longer has this domain, which
 * ends the sessions of addresses there. Returns the changes for the account's log.
 *
 * Connecting an app locks the member and looks at the session again afterwards. So either the grant is seen here, or its
 * session is found ended there.
 */
export async function endGrantsOfProvider(
  sql: Sql,
  ending: GrantsEnding,
  { domain }: { domain?: string } = {},
): Promise<Change[]> {
  const { accountId } = ending
  const members = await lockMembers(sql, accountId)
  await inEachSandbox(sql, accountId, async (id, own) => {
    await lockMembers(own, id)
  })
  const there = domain === undefined ? members : members.filter(({ email }) => email.endsWith(`@${domain}`))
  const memberIds = there.map(({ id }) => id)
  return endGrantsHere(sql, ending, { providerAccountId: accountId, memberIds }, 'provider_ended')
}

/**
 * Ends grants in an account and its sandboxes, whose members have the same ids. Returns the changes for the account's log;
 * those of a sandbox are recorded in its own.
 */
export async function endGrantsHere(
  sql: Sql,
  { accountId, now, actor, secretKey }: GrantsEnding,
  selection: { memberIds: string[]; providerAccountId?: string },
  reason: RevokeReason,
): Promise<Change[]> {
  const end = async (within: Sql, id: string): Promise<Change[]> => {
    const ended = await revokeGrantsInTransaction(within, { ...selection, accountId: id }, reason, now)
    const byMember = Map.groupBy(ended, ({ memberId }) => memberId)
    return [...byMember.values()].flatMap((some) => disconnectionChanges(some, reason))
  }
  const changes = await end(sql, accountId)
  await inEachSandbox(sql, accountId, async (id, own) => {
    const { requestId, newId } = shareEventOrigin(sql, own, id)
    recordChanges(own, {
      ...{ accountId: id, actor, now, newId, secretKey, requestId: requestId ?? actor.id },
      action: 'disconnect_app',
      changes: await end(own, id),
    })
  })
  return changes
}
