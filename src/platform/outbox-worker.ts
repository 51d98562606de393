import { type ClaimedRow, claim } from '../database/outbox.ts'
import { type DeliverOptions, deliver, errorCode, withTimeout } from './deliver.ts'

export type OutboxWorkerOptions = DeliverOptions & {
  /** Polling is the truth; `wake` only shortens the wait. */
  pollMilliseconds?: number
}

export type OutboxWorker = {
  /** Looks for work now, after a commit that enqueued some. Returns at once. */
  wake(): void
  /** Resolves when nothing is due and nothing is under way. */
  drain(): Promise<void>
  /** Takes no more work and waits for the tries under way, at most the given time. */
  stop(graceMilliseconds?: number): Promise<void>
}

/**
 * Sends what stands in the outbox, outside of any transaction and few at a time, so that a slow mail server
 * holds up neither requests nor connections to the database. Any number of workers may run beside each other.
 * One that dies between the server's acceptance and its own note leaves a lease behind; when it ends, the
 * message is sent again with the same Message-ID.
 */
export function startOutboxWorker(options: OutboxWorkerOptions): OutboxWorker {
  const { database, clock, log, pollMilliseconds = 1_000 } = options
  const inFlight = new Set<Promise<void>>()
  let search: Promise<void> | undefined
  let searchAgain = false
  let stopped = false
  let isReachable = true

  function wake(): void {
    searchAgain = true
    search ??= processAll().finally(() => {
      search = undefined
      // Somebody may have called between the last look and this line.
      if (searchAgain && !stopped && inFlight.size < concurrency) wake()
    })
  }

  async function processAll(): Promise<void> {
    while (searchAgain && !stopped && inFlight.size < concurrency) {
      searchAgain = false
      for (const row of await claimRows(concurrency - inFlight.size)) start(row)
    }
  }

  function start(row: ClaimedRow): void {
    const delivery = deliver(options, row).finally(() => {
      inFlight.delete(delivery)
      wake()
    })
    inFlight.add(delivery)
  }

  /** While the database is away the log says so once, not at every poll. */
  async function claimRows(limit: number): Promise<ClaimedRow[]> {
    try {
      const rows = await database.inSystem((sql) => claim(sql, { now: clock(), leaseSeconds, limit }))
      if (!isReachable) log.debug({}, 'outbox: the database is back')
      isReachable = true
      return rows
    } catch (error) {
      if (isReachable) log.warn({ error: errorCode(error) }, 'outbox: the database cannot be reached')
      isReachable = false
      return []
    }
  }

  async function drain(): Promise<void> {
    if (stopped) return
    wake()
    while (search || inFlight.size > 0) await Promise.all([search, ...inFlight])
  }

  async function stop(graceMilliseconds = 10_000): Promise<void> {
    stopped = true
    clearInterval(timer)
    await withTimeout(graceMilliseconds, Promise.all([search, ...inFlight])).catch(() => {
      log.warn({ count: inFlight.size }, 'outbox: stopped during a try; it is repeated after the lease')
    })
  }

  const timer = setInterval(wake, pollMilliseconds)
  wake()
  return { wake, drain, stop }
}

const concurrency = 4
/** Longer than one try and the noting of its outcome, see deliver. */
const leaseSeconds = 60
