import { z } from 'zod'
import { scopesOfRole } from '../contract/scope.ts'
import type { GrantParts } from '../domain/app/model.ts'
import { revokeGrants } from '../domain/app/revoke.ts'
import { removeGrantsIn, selectGrants } from '../domain/app/store.ts'
import { forgetDeletions, listUntoldDeletions } from '../domain/deletion/store.ts'
import { compareRange } from '../domain/directory/compare.ts'
import { AccountRange, AccountState } from '../domain/directory/model.ts'
import {
  listUntold,
  listVersions,
  markTold,
  membersKnown,
  putState,
  removeKnown,
  tellAgain,
} from '../domain/directory/store.ts'
import { removeMessagesOf } from '../domain/region/store.ts'

/** Asks the authorization server. */
export type Ask = (name: string, content: unknown) => Promise<unknown>

type Database = GrantParts['database']

/** Tells the authorization server how accounts stand whose change it does not know. */
export async function tellChanges(database: Database, ask: Ask, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const accounts = await database.inSystem((sql) => listUntold(sql, accountsAtOnce), { readOnly: true })
    if (accounts.length === 0) return
    await ask('directory', { accounts })
    await database.inSystem((sql) => markTold(sql, accounts))
  }
}

/** Tells the authorization server which accounts were deleted; after that nothing here holds their ids. */
export async function tellDeletions(database: Database, ask: Ask, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const list = (sql: Parameters<typeof listUntoldDeletions>[0]) => listUntoldDeletions(sql, idsAtOnce)
    const accountIds = await database.inSystem(list, { readOnly: true })
    if (accountIds.length === 0) return
    await ask('accounts-deleted', { accountIds })
    await database.inSystem((sql) => forgetDeletions(sql, accountIds))
  }
}

/** Compares everything with what the authorization server knows, and has it told again where they differ. */
export async function compareAll(database: Database, ask: Ask, signal: AbortSignal): Promise<void> {
  for (let after = ''; !signal.aborted; ) {
    const look = (sql: Parameters<typeof listVersions>[0]) => listVersions(sql, after, idsAtOnce)
    const { accounts, lookedAt } = await database.inSystem(look, { readOnly: true })
    const upTo = accounts.length < idsAtOnce ? null : (accounts.at(-1)?.[0] ?? null)
    const range: AccountRange = { after, upTo, lookedAt, accounts }
    const { again } = Differing.parse(await ask('directory-range', range))
    if (again.length > 0) await database.inSystem((sql) => tellAgain(sql, again))
    if (upTo === null) return
    after = upTo
  }
}

const accountsAtOnce = 20
const idsAtOnce = 5_000

const Differing = z.object({ again: z.array(z.string()) })
const Deleted = z.strictObject({ accountIds: z.array(z.string().regex(/^[0-9a-f]{24}$/)).max(idsAtOnce) })
const Told = z.strictObject({ accounts: z.array(AccountState).max(accountsAtOnce) })

/** What the authorization server answers to both. */
export function directoryCalls(parts: GrantParts) {
  const { database } = parts
  return {
    directory: async (content: unknown, from: string) => {
      const { accounts } = Told.parse(content)
      const taken = await database.inSystem(async (sql) => {
        const changed = []
        for (const state of accounts) if (await putState(sql, from, state)) changed.push(state.accountId)
        return changed
      })
      for (const accountId of taken) await endLostGrants(parts, from, accountId)
    },
    'accounts-deleted': async (content: unknown, from: string) => {
      const { accountIds } = Deleted.parse(content)
      // A region speaks of its own accounts: what is named here and lives elsewhere stays.
      await database.inSystem(async (sql) => {
        await removeGrantsIn(sql, { accountIds, region: from })
        await removeKnown(sql, from, accountIds)
        await removeMessagesOf(sql, from, accountIds)
      })
    },
    'directory-range': async (content: unknown, from: string) => {
      const range = AccountRange.parse(content)
      return { again: await database.inSystem((sql) => compareRange(sql, from, range)) }
    },
  }
}

/**
 * Ends what members who are gone, or may do less now, have let apps do; their tokens are refused at home already. A
 * younger state may have come meanwhile, with a new member and what they let in: so the grants are read first, and then
 * the members as they are known by now.
 */
async function endLostGrants(parts: GrantParts, region: string, accountId: string): Promise<void> {
  const { database, clock } = parts
  const look = async (sql: Parameters<typeof selectGrants>[0]) => {
    const grants = await selectGrants(sql, { accountId, region }, clock())
    return { grants, members: await membersKnown(sql, accountId) }
  }
  const { grants, members } = await database.inSystem(look, { readOnly: true })
  for (const { id, memberId, scopes } of grants) {
    const member = members.find((one) => one.memberId === memberId && one.isAccepted)
    const allowed = member ? scopesOfRole(member.role) : []
    if (scopes.every((scope) => allowed.includes(scope)) && member) continue
    const reason = member ? 'role_changed' : 'member_removed'
    await revokeGrants(parts, { grantId: id }, { reason, requestId: parts.newId() })
  }
}
