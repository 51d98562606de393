import { hourOf } from './count.ts'
import { type SendFailedSignIns, summarize } from './model.ts'
import { type RecordParts, recordFailures } from './record.ts'
import { listDue, readFailures, removeFailures, removeOldFailures } from './store.ts'

export type DeliveryParts = RecordParts & {
  /** The home region of the accounts in this database. */
  region: string
  send: SendFailedSignIns
  log: { warn(fields: object, message: string): void }
}

type Due = { accountId: string; region: string; hour: string }

/**
 * Clocks of processes may differ by this much. It ensures that no process still writes to an hour that another
 * considers past.
 */
const toleranceMilliseconds = 60_000
const retentionMilliseconds = 7 * 86_400_000

/**
 * Moves the counts of past hours to the audit logs of the accounts: a few entries per account and hour, in one
 * transaction, however many attempts there were. Any number of processes may run this concurrently. Counts that a
 * region doesn't accept within a week are dropped.
 */
export async function deliverFailedSignIns(parts: DeliveryParts, signal: AbortSignal): Promise<void> {
  const { database, clock, log } = parts
  const now = clock().getTime()
  const failed = { regions: [] as string[], accountIds: [] as string[] }
  const before = hourOf(new Date(now - toleranceMilliseconds))
  while (!signal.aborted) {
    const due = await database.inSystem((sql) => listDue(sql, before, failed), { readOnly: true })
    if (due.length === 0) break
    for (const entry of due) {
      if (signal.aborted || failed.regions.includes(entry.region)) continue
      const isLocal = entry.region === parts.region
      await (isLocal ? recordLocally(parts, entry) : sendToRegion(parts, entry)).catch((error: unknown) => {
        if (isLocal) failed.accountIds.push(entry.accountId)
        else failed.regions.push(entry.region)
        log.warn({ err: error, ...entry }, 'cannot write failed sign-ins to the audit log; will retry')
      })
    }
  }
  await database.inSystem((sql) => removeOldFailures(sql, new Date(now - retentionMilliseconds)))
}

function recordLocally(parts: DeliveryParts, { accountId, hour }: Due): Promise<void> {
  return parts.database.inAccount(accountId, async (sql) => {
    const rows = await readFailures(sql, accountId, hour)
    // Another process recorded them first.
    if (rows.length === 0) return
    await removeFailures(sql, accountId, hour)
    await recordFailures(sql, parts, summarize(accountId, hour, rows))
  })
}

/** Deleted only after the region accepted them. Sending twice is safe: the region applies each message once. */
async function sendToRegion(
  { database, send }: DeliveryParts,
  { accountId, region, hour }: Due,
): Promise<void> {
  const rows = await database.inSystem((sql) => readFailures(sql, accountId, hour))
  if (rows.length === 0) return
  await send(region, summarize(accountId, hour, rows))
  await database.inSystem((sql) => removeFailures(sql, accountId, hour))
}
