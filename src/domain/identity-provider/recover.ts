import type { Sql } from '../../contract/ports.ts'
import { findAccount } from '../account/caller-status-store.ts'
import { recordChanges } from '../audit/record.ts'
import { listMemberRows } from '../member/store.ts'
import { notifyOwners } from '../notice/notify-owners.ts'
import type { JoinParts } from './join.ts'

/**
 * An owner signs in with a code although the account requires its provider, because the provider doesn't work. All
 * owners get an email, in the transaction of the account that writes the audit entry. False for everyone else.
 */
export async function recordRecovery(
  sql: Sql,
  parts: JoinParts,
  { accountId, email, requestId }: { accountId: string; email: string; requestId: string },
): Promise<boolean> {
  const members = await listMemberRows(sql, accountId)
  const owner = members.find((one) => one.email === email && one.role === 'owner' && one.acceptedAt !== null)
  const account = (await findAccount(sql, accountId, null))?.account
  if (!owner || !account) return false
  const { newId, secretKey, installation } = parts
  const now = parts.clock()
  recordChanges(sql, {
    ...{ accountId, requestId, now, newId, secretKey },
    actor: { kind: 'member', id: owner.id, clientId: null },
    action: 'recover_sign_in',
    changes: [{ target: { type: 'member', id: owner.id } }],
  })
  const notice = { sql, account, installation, newId, now: () => now }
  await notifyOwners(notice, owner.id, { kind: 'ownerRecovered', member: email })
  return true
}
