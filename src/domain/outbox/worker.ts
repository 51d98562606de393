import { errorCode } from '../../contract/loggable-error.ts'
import type { OutboxCounts } from '../../contract/observers.ts'
import { withTimeout } from '../../contract/with-timeout.ts'
import { type DeliverOptions, deliver } from './deliver.ts'
import { type ClaimedRow, claim, countQueued } from './store.ts'

export type OutboxWorkerOptions = DeliverOptions & {
  /** Polling guarantees delivery; `wake` only makes it faster. */
  pollMilliseconds?: number
}

export type OutboxWorker = {
  /** Looks for work now, after a commit that queued some. Returns immediately. */
  wake(): void
  /** The messages that wait. */
  count(): Promise<OutboxCounts>
  /** Resolves when nothing is due and nothing is in flight. */
  drain(): Promise<void>
  /** Claims no more work and waits for the attempts in flight, up to the given time. */
  stop(graceMilliseconds?: number): Promise<void>
}

/**
 * Sends queued messages outside of any transaction and a few at a time, so a slow mail server blocks neither requests
 * nor database connections. Any number of workers may run in parallel. If a worker dies after the mail server has
 * accepted a message and before the outcome is recorded, its lease expires and the message is sent again with the same
 * Message-ID.
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
      // `wake` may have been called since the last search.
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

  /** Logs an outage of the database once, not at every poll. */
  async function claimRows(limit: number): Promise<ClaimedRow[]> {
    try {
      const rows = await database.inSystem((sql) => claim(sql, { now: clock(), leaseSeconds, limit }))
      if (!isReachable) log.debug({}, 'outbox: the database is reachable again')
      isReachable = true
      return rows
    } catch (error) {
      if (isReachable) log.warn({ error: errorCode(error) }, 'outbox: cannot reach the database')
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
      log.warn(
        { count: inFlight.size },
        'outbox: stopped during an attempt; it will be retried after the lease',
      )
    })
  }

  const timer = setInterval(wake, pollMilliseconds)
  wake()
  const count = () => database.inSystem((sql) => countQueued(sql, clock()), { readOnly: true })
  return { wake, count, drain, stop }
}

const concurrency = 4
/** Longer than one attempt and the recording of its outcome, see deliver. */
const leaseSeconds = 60
