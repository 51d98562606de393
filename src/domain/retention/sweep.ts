import type { Clock, Database, Sql } from '../../contract/ports.ts'
import type { SecretKey } from '../../contract/secret-key.ts'
import { recordChanges } from '../audit/record.ts'
import { setEventOrigin, systemCause } from '../event/record.ts'
import { removeExpiredKeys } from '../idempotency/store.ts'
import { eraseProfile } from '../profile/erase.ts'
import {
  findRetentionDays,
  firstCursor,
  listInactiveProfiles,
  listProfilesCreatedBefore,
  listRetainingAccounts,
  lockUnlockedProfiles,
  type ProfileCursor,
} from './store.ts'

export type RetentionParts = {
  region: string
  database: Database
  clock: Clock
  newId: () => string
  secretKey: SecretKey
  log: {
    info(fields: object, message: string): void
    warn(fields: object, message: string): void
  }
}

/** Profiles checked, and deleted, per transaction: few, so that requests don't wait long. */
const [profilesPerPage, profilesPerDeletion] = [500, 20]
const [accountsPerPage, keysPerDeletion] = [100, 5_000]

/**
 * Removes expired idempotency keys, and deletes inactive profiles of all accounts with a retention period. Each account
 * has its own transactions, so a failure of one doesn't affect the others. Any number of processes may sweep at the
 * same time. Stops early once the signal is aborted.
 */
export async function sweepRetention(retention: RetentionParts, signal: AbortSignal): Promise<void> {
  await sweepKeys(retention, signal)
  let last = ''
  while (!signal.aborted) {
    const list = (sql: Sql) => listRetainingAccounts(sql, last, accountsPerPage)
    const accounts = await retention.database.inSystem(list, { readOnly: true })
    for (const accountId of accounts) await sweepAccount(retention, accountId, signal)
    if (accounts.length < accountsPerPage) return
    last = accounts.at(-1) ?? last
  }
}

/** A failure here doesn't delay profile deletion, which runs next. Keys are retried later. */
async function sweepKeys({ database, clock, log }: RetentionParts, signal: AbortSignal): Promise<void> {
  try {
    for (let removed = keysPerDeletion; removed >= keysPerDeletion && !signal.aborted; ) {
      removed = await database.inSystem((sql) => removeExpiredKeys(sql, clock(), keysPerDeletion))
    }
  } catch (error) {
    log.warn({ err: error }, 'retention: could not remove all idempotency keys, will retry')
  }
}

async function sweepAccount(
  retention: RetentionParts,
  accountId: string,
  signal: AbortSignal,
): Promise<void> {
  let deleted = 0
  try {
    let cursor: ProfileCursor | undefined = firstCursor
    while (cursor && !signal.aborted) {
      const batch = await findDueProfiles(retention, accountId, cursor)
      for (let from = 0; from < batch.due.length && !signal.aborted; from += profilesPerDeletion) {
        deleted += await erase(retention, accountId, batch.due.slice(from, from + profilesPerDeletion))
      }
      cursor = batch.next
    }
  } catch (error) {
    retention.log.warn({ accountId, err: error }, 'retention: could not finish an account, will retry')
  }
  if (deleted > 0) retention.log.info({ accountId, count: deleted }, 'retention: deleted profiles')
}

/** The due profiles among the next ones, and the position to continue from; none at the end. */
function findDueProfiles({ database, clock }: RetentionParts, accountId: string, cursor: ProfileCursor) {
  const look = async (sql: Sql): Promise<{ due: string[]; next?: ProfileCursor | undefined }> => {
    const since = await retentionCutoff(sql, accountId, clock())
    if (!since) return { due: [] }
    const older = await listProfilesCreatedBefore(sql, accountId, since, cursor, profilesPerPage)
    const ids = older.map(({ id }) => id)
    const due = await listInactiveProfiles(sql, accountId, ids, since)
    return { due, next: older.length < profilesPerPage ? undefined : older.at(-1) }
  }
  return database.inAccount(accountId, look, { readOnly: true })
}

/** Checks each profile again once it is locked: the person may have returned, or the account changed its settings. */
function erase(
  { database, clock, newId, secretKey, region }: RetentionParts,
  accountId: string,
  due: readonly string[],
): Promise<number> {
  return database.inAccount(accountId, async (sql) => {
    const now = clock()
    const since = await retentionCutoff(sql, accountId, now)
    if (!since) return 0
    const ids = await listInactiveProfiles(
      sql,
      accountId,
      await lockUnlockedProfiles(sql, accountId, due),
      since,
    )
    const requestId = `retention-${newId()}`
    setEventOrigin(sql, { accountId, region, by: systemCause, requestId, now: clock, newId })
    for (const id of ids) await eraseProfile(sql, accountId, id, { reason: 'retention', now })
    recordChanges(sql, {
      accountId,
      actor: { kind: 'system', id: 'retention', clientId: null },
      action: 'delete_profile',
      requestId,
      changes: ids.map((id) => ({ target: { type: 'profile', id } })),
      now,
      newId,
      secretKey,
    })
    return ids.length
  })
}

/** Profiles without activity since this time are deleted. */
async function retentionCutoff(sql: Sql, accountId: string, now: Date): Promise<Date | undefined> {
  const days = await findRetentionDays(sql, accountId, now)
  return days === undefined ? undefined : new Date(now.getTime() - days * 86_400_000)
}
