import { errorCode } from '../../contract/loggable-error.ts'
import type { Database, Sql } from '../../contract/ports.ts'
import type { WorkerLog } from '../../contract/worker-log.ts'
import { disableByService, notifyUnattended, type UnattendedParts } from './disable.ts'
import { maxWaiting as most } from './model.ts'
import {
  type FailingLimit,
  findWatched,
  listToWatch,
  noteNotice,
  removeDeleted,
  type WatchedRow,
  type WatchTimes,
} from './watch-store.ts'

export type WebhookWatch = UnattendedParts & {
  database: Database
  log: Pick<WorkerLog, 'error'>
  /** Called after a transaction that may have recorded events of the account has committed. */
  noteEvents: (accountId: string) => void
  /** How many deliveries may wait before the endpoint is disabled. Only tests have fewer. */
  maxWaiting?: number
}

const hour = 3_600_000
const lookedAtOnce = 500

/** When owners are told about an endpoint without a success, and when it is disabled. */
const failingLimits = {
  told: { after: 24 * hour, failures: 3 },
  toldAgain: { after: 96 * hour, failures: 3 },
  disabled: { after: 120 * hour, failures: 10 },
} as const

/** The log of a deleted endpoint is kept as long as events are. */
const keptAfterDeletion = 30 * 24 * hour

/**
 * Tells owners about endpoints that fail, disables those that have failed for five days or for which too much waits,
 * and removes what is left of deleted ones. Each step is written with its email in one transaction, after a look at the
 * locked row, so it happens once, whatever the number of processes and crashes.
 */
export async function watchWebhooks(watch: WebhookWatch, signal: AbortSignal): Promise<void> {
  const { database, log, noteEvents } = watch
  const times = timesAt(watch)
  // Those of an account in which it fails have still failed for the longest time: the next look would find no others.
  const seen: string[] = []
  for (let found = lookedAtOnce; found >= lookedAtOnce && !signal.aborted; ) {
    const list = (sql: Sql) => listToWatch(sql, times, { limit: lookedAtOnce, without: seen })
    const due = await database.inSystem(list, { readOnly: true })
    found = due.length
    for (const [accountId, endpoints] of Map.groupBy(due, (one) => one.accountId)) {
      if (signal.aborted) return
      seen.push(accountId)
      try {
        await database.inAccount(accountId, async (sql) => {
          for (const { webhookId } of endpoints) await lookAt(watch, sql, accountId, webhookId)
        })
        noteEvents(accountId)
      } catch (error) {
        // The next account must not wait for this one.
        log.error({ accountId, error: errorCode(error) }, 'webhooks: cannot look at the endpoints')
      }
    }
  }
}

function timesAt({ clock, maxWaiting = most }: WebhookWatch): WatchTimes {
  const now = clock()
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds)
  const limitOf = ({ after, failures }: { after: number; failures: number }) => ({
    before: before(after),
    failures,
  })
  return {
    told: limitOf(failingLimits.told),
    toldAgain: limitOf(failingLimits.toldAgain),
    disabled: limitOf(failingLimits.disabled),
    deletedBefore: before(keptAfterDeletion),
    maxWaiting,
  }
}

async function lookAt(watch: WebhookWatch, sql: Sql, accountId: string, webhookId: string): Promise<void> {
  const times = timesAt(watch)
  const { maxWaiting } = times
  const row = await findWatched(sql, accountId, webhookId, maxWaiting)
  if (!row) return
  if (row.state === 'deleted') return removeDeleted(sql, accountId, webhookId, times.deletedBefore)
  const { waiting, lastStatus: status, urlHost: host } = row
  const since = new Date(row.failingSince ?? watch.clock())
  const about = { webhookId, host, since, status, waiting }
  if (waiting > maxWaiting)
    return disableByService(watch, sql, accountId, {
      kind: 'webhookBacklog',
      webhookId,
      host,
      waiting: maxWaiting,
    })
  if (hasFailed(row, times.disabled))
    return disableByService(watch, sql, accountId, { kind: 'webhookDisabled', ...about })
  const [notice, kind] = hasFailed(row, times.toldAgain)
    ? ([2, 'webhookEnding'] as const)
    : hasFailed(row, times.told)
      ? ([1, 'webhookFailing'] as const)
      : [0]
  if (!kind || row.notices >= notice) return
  await noteNotice(sql, accountId, webhookId, notice)
  await notifyUnattended(watch, sql, accountId, { kind, ...about })
}

function hasFailed({ failingSince, failures }: WatchedRow, limit: FailingLimit): boolean {
  return failingSince !== null && new Date(failingSince) <= limit.before && failures >= limit.failures
}
