import { errorCode } from '../../contract/loggable-error.ts'
import type { OutboxCounts } from '../../contract/observers.ts'
import { withTimeout } from '../../contract/with-timeout.ts'
import { createBreaker } from './breaker.ts'
import { type DeliverOptions, type DeliveryAttempt, deliver } from './deliver.ts'
import { type FreePlaces, freePlaces, type Lane } from './lane.ts'
import { bringForward, type ClaimedRow, type ClaimOptions, claim, countQueued } from './store.ts'

export type OutboxWorkerOptions = DeliverOptions & {
  /** Polling guarantees delivery; `wake` only makes it faster. */
  pollMilliseconds?: number
  /** Attempts at the same time; at least four. */
  concurrency?: number
}

export type OutboxWorker = {
  /** Looks for work now, after a commit that queued some. Returns immediately. */
  wake(): void
  /** The messages that wait. */
  count(): Promise<OutboxCounts[]>
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
  const { database, clock, log, pollMilliseconds = 1_000, concurrency = defaultConcurrency } = options
  const inFlight = new Map<Promise<void>, Lane>()
  const breaker = createBreaker(clock)
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
      const probe = breaker.takeProbe()
      if (probe) for (const row of await claimRows({ places: one, only: probe })) start(row, true)
      const places = freePlaces(concurrency, [...inFlight.values()])
      for (const row of await claimRows({ places, closed: breaker.closed() })) start(row)
    }
  }

  function start(row: ClaimedRow, isProbe = false): void {
    const delivery = deliver(options, row, { isProbe })
      .then(noteAttempt)
      .finally(() => {
        inFlight.delete(delivery)
        wake()
      })
    inFlight.set(delivery, row.lane)
  }

  /** Logs once when a channel closes and when it opens again. */
  async function noteAttempt(attempt: DeliveryAttempt | undefined): Promise<void> {
    if (!attempt) return
    const { channel, failure } = attempt
    const wasClosed = breaker.closed().includes(channel)
    const isOpenAgain = breaker.note(channel, failure)
    if (!wasClosed && breaker.closed().includes(channel))
      log.warn({ channel }, 'outbox: the server is away; messages wait, and one tries it every 15 s')
    if (!isOpenAgain) return
    log.warn({ channel }, 'outbox: the server is back; what waits is sent within a minute')
    await database
      .inSystem((sql) => bringForward(sql, channel, clock()))
      .catch((cause) => {
        log.warn({ error: errorCode(cause) }, 'outbox: cannot bring waiting messages forward')
      })
  }

  /** Logs an outage of the database once, not at every poll. */
  async function claimRows(wanted: Pick<ClaimOptions, 'places' | 'closed' | 'only'>): Promise<ClaimedRow[]> {
    try {
      const rows = await database.inSystem((sql) => claim(sql, { now: clock(), leaseSeconds, ...wanted }))
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
    while (search || inFlight.size > 0) await Promise.all([search, ...inFlight.keys()])
  }

  async function stop(graceMilliseconds = 10_000): Promise<void> {
    stopped = true
    clearInterval(timer)
    await withTimeout(graceMilliseconds, Promise.all([search, ...inFlight.keys()])).catch(() => {
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

/** Attempts at the same time. */
const defaultConcurrency = 8
const one: FreePlaces = { all: 1, single: 1, bulk: 1 }
/** Longer than one attempt and the recording of its outcome, see deliver. */
const leaseSeconds = 60
