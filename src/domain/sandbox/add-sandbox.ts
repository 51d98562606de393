import { Failure } from '../../contract/failure.ts'
import type { Account } from '../../contract/operation.ts'
import type { Sql } from '../../contract/ports.ts'
import { inOwnSandbox, insertSandboxRow, listSandboxRows } from '../account/sandbox-store.ts'
import { insertAccount, lockAccount } from '../account/store.ts'
import { copyMembersToSandboxes, lockMembers } from '../member/store.ts'

/** Sandboxes of one account. */
const maxSandboxes = 3

/**
 * Adds a sandbox to an account, with its members, in a transaction of that account. Fails as a conflict if it has three,
 * and as forbidden if it is a sandbox itself.
 */
export async function addSandbox(
  sql: Sql,
  accountId: string,
  { id, name, now }: { id: string; name: string; now: Date },
): Promise<void> {
  // Members first, in the order in which their changes lock: a member who is removed now must not stay in the sandbox.
  await lockMembers(sql, accountId)
  const account: Account = await lockAccount(sql, accountId)
  if (account.mode === 'sandbox') throw new Failure('sandbox_nested')
  if ((await listSandboxRows(sql, accountId)).length >= maxSandboxes) throw new Failure('too_many_sandboxes')
  await insertSandboxRow(sql, { accountId, id, now })
  await inOwnSandbox(sql, { accountId, id }, () =>
    insertAccount(sql, {
      id,
      name,
      now,
      billingStatus: 'active',
      trialEndsAt: null,
      paused: account.paused,
      preferences: account.preferences,
      mode: 'sandbox',
      requirePasskey: account.requirePasskey,
    }),
  )
  await copyMembersToSandboxes(sql, accountId)
}
