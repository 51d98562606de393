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

/** Asks the authorization server. */
export type CallPrimary = (name: string, content: unknown) => Promise<unknown>

type Database = GrantParts['database']

/** Tells the authorization server how accounts stand whose change it does not know. */
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
    await callPrimary('directory', { accounts })
    await database.inSystem((sql) => markStatesSent(sql, accounts))
  }
}

/** Tells the authorization server which accounts were deleted; after that nothing here holds their ids. */
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

/** Compares everything with what the authorization server knows, and has it told again where they differ. */
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

/** What the authorization server answers to both. */
export function directoryHandlers(parts: GrantParts) {
  const { database } = parts
  return {
    directory: async (content: unknown, from: string) => {
      const { accounts } = DirectoryUpdate.parse(content)
      const taken = await database.inSystem(async (sql) => {
        const changed = []
        for (const state of accounts)
          if (await upsertRemoteState(sql, from, state)) changed.push(state.accountId)
        return changed
      })
      for (const accountId of taken) await revokeInvalidGrants(parts, from, accountId)
    },
    'accounts-deleted': async (content: unknown, from: string) => {
      const { accountIds } = DeletedAccounts.parse(content)
      // A region speaks of its own accounts: what is named here and lives elsewhere stays.
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
 * Ends what members who are gone, or may do less now, have let apps do; their tokens are refused at home already. A
 * younger state may have come meanwhile, with a new member and what they let in: so the grants are read first, and then
 * the members as they are known by now.
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
