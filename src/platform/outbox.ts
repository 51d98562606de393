import { type ClaimedRow, claim } from '../database/outbox.ts'
import { type DeliverOptions, deliver, nameOf, within } from './deliver.ts'

export type OutboxOptions = DeliverOptions & {
  /** Polling is the truth; `wake` only shortens the wait. */
  pollMilliseconds?: number
}

export type Outbox = {
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
export function startOutbox(options: OutboxOptions): Outbox {
  const { database, clock, log, pollMilliseconds = 1_000 } = options
  const underWay = new Set<Promise<void>>()
  let search: Promise<void> | undefined
  let searchAgain = false
  let stopped = false
  let reachable = true

  function wake(): void {
    searchAgain = true
    search ??= takeAll().finally(() => {
      search = undefined
      // Somebody may have called between the last look and this line.
      if (searchAgain && !stopped && underWay.size < concurrency) wake()
    })
  }

  async function takeAll(): Promise<void> {
    while (searchAgain && !stopped && underWay.size < concurrency) {
      searchAgain = false
      for (const row of await take(concurrency - underWay.size)) start(row)
    }
  }

  function start(row: ClaimedRow): void {
    const delivery = deliver(options, row).finally(() => {
      underWay.delete(delivery)
      wake()
    })
    underWay.add(delivery)
  }

  /** While the database is away the log says so once, not at every poll. */
  async function take(limit: number): Promise<ClaimedRow[]> {
    try {
      const rows = await database.inSystem((sql) => claim(sql, { now: clock(), leaseSeconds, limit }))
      if (!reachable) log.debug({}, 'outbox: the database is back')
      reachable = true
      return rows
    } catch (error) {
      if (reachable) log.warn({ error: nameOf(error) }, 'outbox: the database cannot be reached')
      reachable = false
      return []
    }
  }

  async function drain(): Promise<void> {
    if (stopped) return
    wake()
    while (search || underWay.size > 0) await Promise.all([search, ...underWay])
  }

  async function stop(graceMilliseconds = 10_000): Promise<void> {
    stopped = true
    clearInterval(timer)
    await within(graceMilliseconds, Promise.all([search, ...underWay])).catch(() => {
      log.warn({ count: underWay.size }, 'outbox: stopped during a try; it is repeated after the lease')
    })
  }

  const timer = setInterval(wake, pollMilliseconds)
  wake()
  return { wake, drain, stop }
}

const concurrency = 4
/** Longer than one try and the noting of its outcome, see deliver. */
const leaseSeconds = 60
