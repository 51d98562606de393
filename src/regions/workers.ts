import type { Clock, Database } from '../contract/ports.ts'
import { readFeedEnds, removeAcknowledgedMessages, removeOldAppliedMarks } from '../domain/region/store.ts'
import type { CallRegion } from '../platform/region-calls.ts'
import { type RepeatedTask, startRepeatedTask } from '../platform/repeated-task.ts'
import { type CallPrimary, compareAll, sendChanges, sendDeletions } from './directory-sync.ts'
import { logOnce, type RegionLog } from './log-once.ts'

type Parts = { database: Database; log: RegionLog }

/** The first wait after another region refused or could not be reached; each further one is twice as long. */
export const retryMilliseconds = 100

/**
 * At a region: tells the authorization server each change of an account within a second or so, and compares
 * everything at the start and every hour. While it is away the waits grow to half a minute.
 */
export function startDirectorySync({
  database,
  log,
  clock,
  callPrimary,
}: Parts & { clock: Clock; callPrimary: CallPrimary }): RepeatedTask {
  let [compareAt, tryAt, failures] = [0, 0, 0]
  const synchronize = logOnce('the directory', log, async (signal: AbortSignal) => {
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
  const repeated = startRepeatedTask('directory', work, { everyMilliseconds: 1_000, retryMilliseconds, log })
  // Whoever asks for it does not want to wait; only the clock waits longer and longer.
  const run = () => {
    tryAt = 0
    return repeated.run()
  }
  return { run, stop: repeated.stop }
}

/**
 * At the authorization server: lets a region know at once that there is something to hear. It is no harm when that
 * fails, for the region asks every five seconds by itself.
 */
export function startNotices({ database, log, call }: Parts & { call: CallRegion }): RepeatedTask {
  const notifiedSeq = new Map<string, number>()
  const work = async () => {
    const ends = await database.inSystem(readFeedEnds, { readOnly: true })
    const behind = ends.filter(({ zone, lastSeq }) => (notifiedSeq.get(zone) ?? 0) < lastSeq)
    for (const { zone, lastSeq } of behind) {
      notifiedSeq.set(zone, lastSeq)
      // Nobody waits for the answer: a region that hangs must not hold up the notice to another.
      call(zone, 'notice', {}).catch(() => {})
    }
  }
  return startRepeatedTask('notices', work, { everyMilliseconds: 500, log })
}

/** Removes what every region has heard long ago. */
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
