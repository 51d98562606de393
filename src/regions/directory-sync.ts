import { z } from 'zod'
import { scopesOfRole } from '../contract/scope.ts'
import type { GrantParts } from '../domain/app/model.ts'
import { revokeGrants } from '../domain/app/revoke.ts'
import { removeGrantsIn, selectGrants } from '../domain/app/store.ts'
import { listUnsentDeletions, removeDeletionMarks } from '../domain/deletion/store.ts'
import { compareAccountRange } from '../domain/directory/compare.ts'
import { AccountRange, AccountState } from '../domain/directory/model.ts'
import {
  listLocalVersions,
  listPendingStates,
  listRemoteMembers,
  markStatesSent,
  removeRemoteAccounts,
  requeueDirectoryUpdates,
  upsertRemoteState,
} from '../domain/directory/store.ts'
import { removeMessagesOf } from '../domain/region/store.ts'

/** Calls the authorization server. */
export type CallPrimary = (name: string, content: unknown) => Promise<unknown>

type Database = GrantParts['database']

/** Sends the states of accounts with unsent changes to the authorization server. */
export async function sendChanges(
  database: Database,
  callPrimary: CallPrimary,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const accounts = await database.inSystem((sql) => listPendingStates(sql, accountBatchSize), {
      readOnly: true,
    })
    if (accounts.length === 0) return
    // Otherwise a crash could undo a change here that the authorization server has heard of.
    await database.flush()
    await callPrimary('directory', { accounts })
    await database.inSystem((sql) => markStatesSent(sql, accounts))
  }
}

/** Reports deleted accounts to the authorization server, and then removes their IDs here. */
export async function sendDeletions(
  database: Database,
  callPrimary: CallPrimary,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const list = (sql: Parameters<typeof listUnsentDeletions>[0]) => listUnsentDeletions(sql, idBatchSize)
    const accountIds = await database.inSystem(list, { readOnly: true })
    if (accountIds.length === 0) return
    await callPrimary('accounts-deleted', { accountIds })
    await database.inSystem((sql) => removeDeletionMarks(sql, accountIds))
  }
}

/** Compares all accounts with the authorization server's directory and queues those that differ. */
export async function compareAll(
  database: Database,
  callPrimary: CallPrimary,
  signal: AbortSignal,
): Promise<void> {
  for (let after = ''; !signal.aborted; ) {
    const readRange = (sql: Parameters<typeof listLocalVersions>[0]) =>
      listLocalVersions(sql, after, idBatchSize)
    const { accounts, lookedAt } = await database.inSystem(readRange, { readOnly: true })
    const upTo = accounts.length < idBatchSize ? null : (accounts.at(-1)?.[0] ?? null)
    const range: AccountRange = { after, upTo, lookedAt, accounts }
    await database.flush()
    const { again } = RangeDifference.parse(await callPrimary('directory-range', range))
    if (again.length > 0) await database.inSystem((sql) => requeueDirectoryUpdates(sql, again))
    if (upTo === null) return
    after = upTo
  }
}

const accountBatchSize = 20
const idBatchSize = 5_000

const RangeDifference = z.object({ again: z.array(z.string()) })
const DeletedAccounts = z.strictObject({
  accountIds: z.array(z.string().regex(/^[0-9a-f]{24}$/)).max(idBatchSize),
})
const DirectoryUpdate = z.strictObject({ accounts: z.array(AccountState).max(accountBatchSize) })

/** The handlers on the authorization server. */
export function directoryHandlers(parts: GrantParts) {
  const { database } = parts
  return {
    directory: async (content: unknown, from: string) => {
      const { accounts } = DirectoryUpdate.parse(content)
      const changed = await database.inSystem(async (sql) => {
        const ids = []
        for (const state of accounts) if (await upsertRemoteState(sql, from, state)) ids.push(state.accountId)
        return ids
      })
      for (const accountId of changed) await revokeInvalidGrants(parts, from, accountId)
    },
    'accounts-deleted': async (content: unknown, from: string) => {
      const { accountIds } = DeletedAccounts.parse(content)
      // A region reports its own accounts only. Accounts of other regions are not affected.
      await database.inSystem(async (sql) => {
        await removeGrantsIn(sql, { accountIds, region: from })
        await removeRemoteAccounts(sql, from, accountIds)
        await removeMessagesOf(sql, from, accountIds)
      })
    },
    'directory-range': async (content: unknown, from: string) => {
      const range = AccountRange.parse(content)
      return { again: await database.inSystem((sql) => compareAccountRange(sql, from, range)) }
    },
  }
}

/**
 * Revokes grants of members who were removed or whose role allows less now. Their home region refuses the tokens
 * already. A newer state may have arrived meanwhile, with a new member and their grants, so the grants are read first
 * and then the current members.
 */
async function revokeInvalidGrants(parts: GrantParts, region: string, accountId: string): Promise<void> {
  const { database, clock } = parts
  const readGrantsAndMembers = async (sql: Parameters<typeof selectGrants>[0]) => {
    const grants = await selectGrants(sql, { accountId, region }, clock())
    return { grants, members: await listRemoteMembers(sql, accountId) }
  }
  const { grants, members } = await database.inSystem(readGrantsAndMembers, { readOnly: true })
  for (const { id, memberId, scopes } of grants) {
    const member = members.find((one) => one.memberId === memberId && one.isAccepted)
    const allowed = member ? scopesOfRole(member.role) : []
    if (scopes.every((scope) => allowed.includes(scope)) && member) continue
    const reason = member ? 'role_changed' : 'member_removed'
    await revokeGrants(parts, { grantId: id }, { reason, requestId: parts.newId() })
  }
}
