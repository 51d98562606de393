import { hourOf } from './count.ts'
import { type SendFailedSignIns, summarize } from './model.ts'
import { type RecordParts, recordFailures } from './record.ts'
import { listDue, readFailures, removeFailures, removeOldFailures } from './store.ts'

export type TellParts = RecordParts & {
  /** Where accounts of this database are at home. */
  region: string
  send: SendFailedSignIns
  log: { warn(fields: object, message: string): void }
}

type Due = { accountId: string; region: string; hour: string }

/** Clocks of processes may differ by so much; then no process writes to an hour that is over for another one. */
const toleranceMilliseconds = 60_000
const keptMilliseconds = 7 * 86_400_000

/**
 * Brings what was counted in hours that are over into the audit logs of the accounts: a few entries for each account and
 * hour, in one transaction, whatever was tried. Any number of processes may do it at once. What a region does not take
 * for a week is dropped.
 */
export async function tellFailedSignIns(parts: TellParts, signal: AbortSignal): Promise<void> {
  const { database, clock, log } = parts
  const now = clock().getTime()
  const failed = { regions: [] as string[], accountIds: [] as string[] }
  const before = hourOf(new Date(now - toleranceMilliseconds))
  while (!signal.aborted) {
    const due = await database.inSystem((sql) => listDue(sql, before, failed), { readOnly: true })
    if (due.length === 0) break
    for (const one of due) {
      if (signal.aborted || failed.regions.includes(one.region)) continue
      const isHere = one.region === parts.region
      await (isHere ? tellHere(parts, one) : tellThere(parts, one)).catch((error: unknown) => {
        if (isHere) failed.accountIds.push(one.accountId)
        else failed.regions.push(one.region)
        log.warn({ err: error, ...one }, 'failed sign-ins could not be audited; tried again later')
      })
    }
  }
  await database.inSystem((sql) => removeOldFailures(sql, new Date(now - keptMilliseconds)))
}

function tellHere(parts: TellParts, { accountId, hour }: Due): Promise<void> {
  return parts.database.inAccount(accountId, async (sql) => {
    const rows = await readFailures(sql, accountId, hour)
    // Another process was here first.
    if (rows.length === 0) return
    await removeFailures(sql, accountId, hour)
    await recordFailures(sql, parts, summarize(accountId, hour, rows))
  })
}

/** Removed only once they have arrived: what is sent twice is written once. */
async function tellThere({ database, send }: TellParts, { accountId, region, hour }: Due): Promise<void> {
  const rows = await database.inSystem((sql) => readFailures(sql, accountId, hour))
  if (rows.length === 0) return
  await send(region, summarize(accountId, hour, rows))
  await database.inSystem((sql) => removeFailures(sql, accountId, hour))
}
