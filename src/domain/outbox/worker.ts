import { errorCode } from '../../contract/loggable-error.ts'
import type { OutboxCounts } from '../../contract/observers.ts'
import type { Clock, Sql } from '../../contract/ports.ts'
import { withTimeout } from '../../contract/with-timeout.ts'
import { type MessageChannel, noteReached, noteUnreachable, readBreaker } from './breaker-store.ts'
import { type DeliverOptions, type DeliveryAttempt, deliver } from './deliver.ts'
import { type FreePlaces, freePlaces, type Lane } from './lane.ts'
import { bringForward, type ClaimedRow, claim, countQueued } from './store.ts'

export type OutboxWorkerOptions = DeliverOptions & {
  /** Polling guarantees delivery; `wake` only makes it faster. */
  pollMilliseconds?: number
  /** Attempts at the same time; at least four. */
  concurrency?: number
  /** Times the probes of closed channels instead of the clock of the database, for tests. */
  probeClock?: Clock
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
  const probeTime = () => options.probeClock?.()
  const inFlight = new Map<Promise<void>, Lane>()
  /** Channels whose last attempt failed, as far as this instance knows. */
  let failing = new Set<MessageChannel>()
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
      const { probes, rows } = await claimRows()
      for (const row of probes) start(row, true)
      for (const row of rows) start(row)
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

  /** The instance that closes or opens a channel logs it. */
  async function noteAttempt(attempt: DeliveryAttempt | undefined): Promise<void> {
    if (!attempt) return
    const { channel, failure } = attempt
    try {
      if (failure === 'unreachable') {
        failing.add(channel)
        if (await database.inSystem((sql) => noteUnreachable(sql, channel, probeTime())))
          log.warn({ channel }, 'outbox: the server is away; messages wait, and one tries it every 15 s')
        return
      }
      if (!failing.delete(channel)) return
      const isOpenAgain = await database.inSystem(async (sql) => {
        const wasClosed = await noteReached(sql, channel)
        if (wasClosed) await bringForward(sql, channel, clock())
        return wasClosed
      })
      if (isOpenAgain) log.warn({ channel }, 'outbox: the server is back; what waits is sent within a minute')
    } catch (cause) {
      // The next attempt notes the same.
      failing.add(channel)
      log.warn({ channel, error: errorCode(cause) }, 'outbox: cannot note whether the server is reachable')
    }
  }

  /** Logs an outage of the database once, not at every poll. */
  async function claimRows(): Promise<Claimed> {
    try {
      const claimed = await database.inSystem(claimDue)
      if (!isReachable) log.debug({}, 'outbox: the database is reachable again')
      isReachable = true
      failing = new Set([...failing, ...claimed.failing])
      return claimed
    } catch (error) {
      if (isReachable) log.warn({ error: errorCode(error) }, 'outbox: cannot reach the database')
      isReachable = false
      return { probes: [], rows: [], failing: [] }
    }
  }

  /** A closed channel gets one message, if it is this instance's turn to try it. */
  async function claimDue(sql: Sql): Promise<Claimed> {
    const channels = await readBreaker(sql, probeTime())
    const common = { now: clock(), leaseSeconds }
    const probes: ClaimedRow[] = []
    for (const { channel, isProbe } of channels)
      if (isProbe) probes.push(...(await claim(sql, { ...common, places: one, only: channel })))
    const places = freePlaces(concurrency, [...inFlight.values(), ...probes.map(({ lane }) => lane)])
    const closed = channels.filter(({ isClosed }) => isClosed).map(({ channel }) => channel)
    const rows = await claim(sql, { ...common, places, closed })
    return { probes, rows, failing: channels.map(({ channel }) => channel) }
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

type Claimed = { probes: ClaimedRow[]; rows: ClaimedRow[]; failing: MessageChannel[] }

/** Attempts at the same time. */
const defaultConcurrency = 8
const one: FreePlaces = { all: 1, single: 1, bulk: 1 }
/** Longer than one attempt and the recording of its outcome, see deliver. */
const leaseSeconds = 60
