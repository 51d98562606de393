import type { Erasure } from '../../contract/erasure.ts'
import type { Clock, Database } from '../../contract/ports.ts'
import type { SecretKey } from '../../contract/secret-key.ts'
import { replaceSigningKeys } from '../../identity/signing-key-rotation.ts'
import { listAccountIds, postponeRetention } from '../account/store.ts'
import { recordChanges } from '../audit/record.ts'
import { setEventOrigin, systemCause } from '../event/record.ts'
import { eraseProfile } from '../profile/erase.ts'
import { endSignIns, endTakerSessions, findRestoreEntry, holdDeliveries } from './store.ts'

export type CompleteRestoreParts = {
  database: Database
  secretKey: SecretKey
  clock: Clock
  newId: () => string
  region: string
}

/** What the command `restore` noted about the database. */
export type RestoredDatabase = {
  /** The backup. */
  id: string
  /** ISO instant. */
  restoredAt: string
  /** Positions of the backup in the write-ahead log. */
  start: string
  end: string
  keepSessions: boolean
}

/**
 * What a restored database needs before it serves: nothing is sent until the operator decides, tokens and sessions of
 * the time before end, no retention period deletes anyone for seven days, and each audit log says that it was restored.
 * Repeatable: after a kill it continues. Erases again who was erased since. Returns the accounts that were deleted since
 * and are there again.
 */
export async function completeRestore(
  parts: CompleteRestoreParts,
  restored: RestoredDatabase,
  erasures: readonly Erasure[],
): Promise<string[]> {
  const { database, secretKey, clock } = parts
  await database.inSystem((sql) => holdDeliveries(sql, clock()))
  await replaceSigningKeys(database, secretKey, { from: new Date(restored.restoredAt), now: clock() })
  if (!restored.keepSessions) await database.inSystem(endSignIns)
  const erased = Map.groupBy(erasures, ({ accountId }) => accountId)
  const remaining: string[] = []
  for (let after = ''; ; ) {
    const ids = await database.inSystem((sql) => listAccountIds(sql, after, accountsAtOnce), {
      readOnly: true,
    })
    for (const accountId of ids) {
      const own = erased.get(accountId) ?? []
      if (own.some(({ profileId }) => profileId === null)) remaining.push(accountId)
      await completeAccount(parts, accountId, restored)
      for (const { profileId } of own) if (profileId !== null) await eraseAgain(parts, accountId, profileId)
    }
    if (ids.length < accountsAtOnce) return remaining
    after = ids.at(-1) ?? after
  }
}

const accountsAtOnce = 500

async function completeAccount(
  { database, secretKey, clock, newId }: CompleteRestoreParts,
  accountId: string,
  { id, restoredAt, start, end, keepSessions }: RestoredDatabase,
): Promise<void> {
  await database.inAccount(accountId, async (sql) => {
    if ((await findRestoreEntry(sql, accountId, restoredAt)) !== undefined) return
    if (!keepSessions) await endTakerSessions(sql, accountId, clock())
    const retentionFrom = await postponeRetention(sql, accountId, clock())
    recordChanges(sql, {
      accountId,
      actor: { kind: 'operator', id: 'shell', clientId: null },
      action: 'restore_backup',
      requestId: newId(),
      changes: [
        {
          target: { type: 'account', id: accountId },
          changes: {
            ...{ backup: id, restoredAt, from: start, to: end },
            ...(retentionFrom && { retentionFrom: retentionFrom.toISOString() }),
          },
        },
      ],
      now: clock(),
      newId,
      secretKey,
    })
  })
}

/** Does nothing if the backup doesn't have the person. */
async function eraseAgain(
  { database, secretKey, clock, newId, region }: CompleteRestoreParts,
  accountId: string,
  profileId: string,
): Promise<void> {
  await database.inAccount(accountId, async (sql) => {
    const requestId = `restore-${newId()}`
    setEventOrigin(sql, { accountId, region, by: systemCause, requestId, now: clock, newId })
    if (!(await eraseProfile(sql, accountId, profileId, { reason: 'request', now: clock() }))) return
    recordChanges(sql, {
      accountId,
      actor: { kind: 'system', id: 'restore', clientId: null },
      action: 'delete_profile',
      requestId,
      changes: [{ target: { type: 'profile', id: profileId } }],
      now: clock(),
      newId,
      secretKey,
    })
  })
}
