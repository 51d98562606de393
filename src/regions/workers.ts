import type { Clock, Database } from '../contract/ports.ts'
import { readFeedEnds, removeHeardMessages, removeOldHeard } from '../domain/region/store.ts'
import type { CallRegion } from '../platform/regions.ts'
import { type Repeated, startRepeating } from '../platform/repeat.ts'
import { type Ask, compareAll, tellChanges, tellDeletions } from './directory.ts'
import { type RegionLog, reportingOnce } from './outage.ts'

type Parts = { database: Database; log: RegionLog }

/** The first wait after another region refused or could not be reached; each further one is twice as long. */
export const retryMilliseconds = 100

/**
 * At a region: tells the authorization server each change of an account within a second or so, and compares
 * everything at the start and every hour. While it is away the waits grow to half a minute.
 */
export function startDirectory({ database, log, clock, ask }: Parts & { clock: Clock; ask: Ask }): Repeated {
  let [compareAt, tryAt, failures] = [0, 0, 0]
  const tell = reportingOnce('the directory', log, async (signal: AbortSignal) => {
    if (clock().getTime() >= compareAt) {
      await compareAll(database, ask, signal)
      compareAt = clock().getTime() + hour
    }
    await tellChanges(database, ask, signal)
    await tellDeletions(database, ask, signal)
  })
  const work = async (signal: AbortSignal) => {
    if (clock().getTime() < tryAt) return true
    failures = (await tell(signal)) ? 0 : failures + 1
    tryAt = failures === 0 ? 0 : clock().getTime() + Math.min(30_000, retryMilliseconds * 2 ** (failures - 1))
    return failures === 0
  }
  const repeated = startRepeating('directory', work, { everyMilliseconds: 1_000, retryMilliseconds, log })
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
export function startNotices({ database, log, call }: Parts & { call: CallRegion }): Repeated {
  const noticed = new Map<string, number>()
  const work = async () => {
    const ends = await database.inSystem(readFeedEnds, { readOnly: true })
    const behind = ends.filter(({ zone, lastSeq }) => (noticed.get(zone) ?? 0) < lastSeq)
    for (const { zone, lastSeq } of behind) {
      noticed.set(zone, lastSeq)
      // Nobody waits for the answer: a region that hangs must not hold up the notice to another.
      call(zone, 'notice', {}).catch(() => {})
    }
  }
  return startRepeating('notices', work, { everyMilliseconds: 500, log })
}

/** Removes what every region has heard long ago. */
export function startHousekeeping({ database, log, clock }: Parts & { clock: Clock }): Repeated {
  const work = async () => {
    const now = clock().getTime()
    await database.inSystem(async (sql) => {
      await removeHeardMessages(sql, new Date(now - 7 * day))
      await removeOldHeard(sql, new Date(now - 30 * day))
    })
  }
  return startRepeating('messages of regions', work, { everyMilliseconds: hour, log })
}

const hour = 3_600_000
const day = 24 * hour
