import type { Account, InstallationConfig } from '../../contract/operation.ts'
import type { AsyncPorts, Clock, Database, Sql } from '../../contract/ports.ts'
import { findUnlockedAccount } from '../account/store.ts'
import { recordChanges } from '../audit/record.ts'
import { requestModelDraft } from '../debrief/ask-model.ts'
import type { DebriefPreparation, DebriefRequest } from '../debrief/debrief-request.ts'
import { getOrCreateDebrief } from '../debrief/get-or-create.ts'
import { findErasureRequestedAt } from '../erasure-request/store.ts'
import { setEventOrigin, systemCause } from '../event/record.ts'
import { type DueDebrief, removeDueDebrief } from './store.ts'

export type DueDebriefParts = {
  region: string
  database: Database
  clock: Clock
  newId: () => string
  installation: InstallationConfig
  asyncPorts: AsyncPorts
  /** Called after a transaction that recorded events of the account has committed. */
  noteEvents: (accountId: string) => void
}

/**
 * Writes a claimed debrief as if someone had asked for it: by the account's writer, in the person's language, counted, with
 * its event and an audit entry. It leaves the queue in the transaction that stores it. False if it was stored already, or
 * isn't wanted any more. Throws what refuses the request.
 */
export async function writeDueDebrief(parts: DueDebriefParts, due: DueDebrief): Promise<boolean> {
  const { database, noteEvents } = parts
  const { accountId, profileId } = due
  const account = await database.inAccount(accountId, (sql) => findWanting(sql, due))
  if (!account) return false
  const request: DebriefRequest = { profileId, regenerate: 'whenStale', leavesRoom: true }
  const prepared = await requestModelDraft(preparationOf(parts, account), request)
  const isWritten = await database.inAccount(accountId, async (sql) => {
    const { region, clock, newId, installation } = parts
    // A model may have taken a minute.
    const current = await findWanting(sql, due)
    if (!current) return false
    const requestId = `debrief-${newId()}`
    setEventOrigin(sql, { accountId, region, by: systemCause, requestId: null, now: clock, newId })
    const context = { sql, account: current, sees: 'everyone', now: clock, newId, installation } as const
    const { isNew, changes } = await getOrCreateDebrief(context, prepared)
    recordChanges(sql, {
      accountId,
      actor: { kind: 'system', id: 'debriefs', clientId: null },
      action: 'generate_debrief',
      requestId,
      changes,
      now: clock(),
      newId,
      secretKey: installation.secretKey,
    })
    await removeDueDebrief(sql, due)
    return isNew
  })
  if (isWritten) noteEvents(accountId)
  return isWritten
}

/** The account, if it still wants the debrief, and the person hasn't asked to be deleted. Otherwise it leaves the queue. */
async function findWanting(sql: Sql, due: DueDebrief): Promise<Account | undefined> {
  const account = await findUnlockedAccount(sql, due.accountId)
  const isWanted = account?.preferences.debriefOnCompletion && !(await findErasureRequestedAt(sql, due))
  if (isWanted) return account
  await removeDueDebrief(sql, due)
  return undefined
}

function preparationOf(
  { database, clock, newId, installation, asyncPorts }: DueDebriefParts,
  account: Account,
): DebriefPreparation {
  return {
    ...asyncPorts,
    account,
    sees: 'everyone',
    now: clock,
    newId,
    installation,
    transact: (work) => database.inAccount(account.id, work),
    systemRead: (work) => database.inSystem(work, { readOnly: true }),
    progress: () => undefined,
  }
}
