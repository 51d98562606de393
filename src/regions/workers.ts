import type { Clock, Database } from '../contract/ports.ts'
import { readFeedEnds, removeAcknowledgedMessages, removeOldAppliedMarks } from '../domain/region/store.ts'
import type { CallRegion } from '../platform/region-calls.ts'
import { type RepeatedTask, startRepeatedTask } from '../platform/repeated-task.ts'
import { type CallPrimary, compareAll, sendChanges, sendDeletions } from './directory-sync.ts'
import { logOnce, type RegionLog } from './log-once.ts'

type Parts = { database: Database; log: RegionLog }

/** The first delay after another region refused or couldn't be reached. It doubles with each further failure. */
export const retryMilliseconds = 100

/**
 * On a replica: sends each account change to the authorization server within about a second, and compares all accounts
 * at the start and every hour. While the server can't be reached the delays grow to half a minute.
 */
export function startDirectorySync({
  database,
  log,
  clock,
  callPrimary,
}: Parts & { clock: Clock; callPrimary: CallPrimary }): RepeatedTask {
  let [compareAt, tryAt, failures] = [0, 0, 0]
  const synchronize = logOnce(directoryOutage, log, async (signal: AbortSignal) => {
    if (clock().getTime() >= compareAt) {
      await compareAll(database, callPrimary, signal)
      compareAt = clock().getTime() + hour
    }
    await sendChanges(database, callPrimary, signal)
    await sendDeletions(database, callPrimary, signal)
  })
  const work = async (signal: AbortSignal) => {
    if (clock().getTime() < tryAt) return true
    failures = (await synchronize(signal)) ? 0 : failures + 1
    tryAt = failures === 0 ? 0 : clock().getTime() + Math.min(30_000, retryMilliseconds * 2 ** (failures - 1))
    return failures === 0
  }
  const task = startRepeatedTask('directory', work, { everyMilliseconds: 1_000, retryMilliseconds, log })
  // An explicit run doesn't wait for the delay.
  const runNow = () => {
    tryAt = 0
    return task.runNow()
  }
  return { runNow, stop: task.stop }
}

const directoryOutage = {
  failed: 'cannot report to the authorization server; account changes are queued',
  recovered: 'account changes are reported to the authorization server again',
}

/**
 * On the primary: notifies a region right away that it has messages. A failed notice does no harm, because the region
 * polls every five seconds anyway.
 */
export function startNotices({ database, log, call }: Parts & { call: CallRegion }): RepeatedTask {
  const notifiedSeq = new Map<string, number>()
  const work = async () => {
    const ends = await database.inSystem(readFeedEnds, { readOnly: true })
    const behind = ends.filter(({ zone, lastSeq }) => (notifiedSeq.get(zone) ?? 0) < lastSeq)
    for (const { zone, lastSeq } of behind) {
      notifiedSeq.set(zone, lastSeq)
      // Not awaited, so that a hanging region doesn't delay notices to the others.
      call(zone, 'notice', {}).catch(() => {})
    }
  }
  return startRepeatedTask('notices', work, { everyMilliseconds: 500, log })
}

/** Removes messages that their regions acknowledged long ago. */
export function startMessageCleanup({ database, log, clock }: Parts & { clock: Clock }): RepeatedTask {
  const work = async () => {
    const now = clock().getTime()
    await database.inSystem(async (sql) => {
      await removeAcknowledgedMessages(sql, new Date(now - 7 * day))
      await removeOldAppliedMarks(sql, new Date(now - 30 * day))
    })
  }
  return startRepeatedTask('messages of regions', work, { everyMilliseconds: hour, log })
}

const hour = 3_600_000
const day = 24 * hour
