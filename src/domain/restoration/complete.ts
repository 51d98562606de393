import type { Clock, Database } from '../../contract/ports.ts'
import type { SecretKey } from '../../contract/secret-key.ts'
import { replaceSigningKeys } from '../../identity/signing-key-rotation.ts'
import { listAccountIds } from '../account/store.ts'
import { recordChanges } from '../audit/record.ts'
import { endSignIns, endTakerSessions, findRestoreEntry, holdDeliveries } from './store.ts'

export type CompleteRestoreParts = {
  database: Database
  secretKey: SecretKey
  clock: Clock
  newId: () => string
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
 * the time before end, and each audit log says that it was restored. Repeatable: after a kill it continues.
 */
export async function completeRestore(
  parts: CompleteRestoreParts,
  restored: RestoredDatabase,
): Promise<void> {
  const { database, secretKey, clock } = parts
  await database.inSystem((sql) => holdDeliveries(sql, clock()))
  await replaceSigningKeys(database, secretKey, { from: new Date(restored.restoredAt), now: clock() })
  if (!restored.keepSessions) await database.inSystem(endSignIns)
  for (let after = ''; ; ) {
    const ids = await database.inSystem((sql) => listAccountIds(sql, after, accountsAtOnce), {
      readOnly: true,
    })
    for (const accountId of ids) await completeAccount(parts, accountId, restored)
    if (ids.length < accountsAtOnce) return
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
    if (!keepSessions) await endTakerSessions(sql, accountId)
    recordChanges(sql, {
      accountId,
      actor: { kind: 'operator', id: 'shell', clientId: null },
      action: 'restore_backup',
      requestId: newId(),
      changes: [
        {
          target: { type: 'account', id: accountId },
          changes: { backup: id, restoredAt, from: start, to: end },
        },
      ],
      now: clock(),
      newId,
      secretKey,
    })
  })
}
