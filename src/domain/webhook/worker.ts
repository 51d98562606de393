import { errorCode } from '../../contract/loggable-error.ts'
import { withTimeout } from '../../contract/with-timeout.ts'
import { type DeliverEventOptions, deliverEvent } from './deliver.ts'
import { type ClaimedDelivery, claimDeliveries } from './delivery-store.ts'
import { createOutcomeRecorder, type RecordOutcomesOptions } from './outcomes.ts'

export type WebhookWorkerOptions = DeliverEventOptions &
  RecordOutcomesOptions & {
    /** Requests at the same time in this process. */
    concurrency: number
    /** Polling guarantees delivery; `wake` only makes it faster. */
    pollMilliseconds?: number
  }

export type WebhookWorker = {
  /** Looks for due deliveries now, after a commit that recorded events. Returns immediately. */
  wake(): void
  /** Resolves when nothing is due and nothing is in flight. */
  drain(): Promise<void>
  /** Claims no more and waits for the requests in flight, up to the given time. */
  stop(graceMilliseconds?: number): Promise<void>
}

/**
 * Sends due deliveries, outside of any transaction. Any number of processes may do so. If one dies after the receiver
 * has answered and before that is recorded, the lease ends and the event is sent again with the same id.
 */
export function startWebhookWorker(options: WebhookWorkerOptions): WebhookWorker {
  const { database, clock, log, concurrency, pollMilliseconds = 1_000 } = options
  const recordOutcome = createOutcomeRecorder(options)
  const inFlight = new Set<Promise<void>>()
  let search: Promise<void> | undefined
  let searchAgain = false
  let stopped = false
  let isReachable = true

  function wake(): void {
    searchAgain = true
    search ??= sendAll().finally(() => {
      search = undefined
      // `wake` may have been called since the last search.
      if (searchAgain && !stopped && inFlight.size < concurrency) wake()
    })
  }

  async function sendAll(): Promise<void> {
    while (searchAgain && !stopped && inFlight.size < concurrency) {
      searchAgain = false
      const claimed = await claim(concurrency - inFlight.size)
      for (const delivery of claimed) start(delivery)
      // What an endpoint has no free place for isn't looked for again before a place is free.
      if (claimed.length > 0) searchAgain = true
    }
  }

  function start(delivery: ClaimedDelivery): void {
    const sending = deliverEvent(options, recordOutcome, delivery).finally(() => {
      inFlight.delete(sending)
      wake()
    })
    inFlight.add(sending)
  }

  /** Logs an outage of the database once, not at every poll. */
  async function claim(limit: number): Promise<ClaimedDelivery[]> {
    try {
      const claimed = await database.inSystem((sql) =>
        claimDeliveries(sql, { now: clock(), leaseSeconds, limit }),
      )
      isReachable = true
      return claimed
    } catch (error) {
      if (isReachable) log.warn({ error: errorCode(error) }, 'webhooks: cannot reach the database')
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
        'webhooks: stopped during a request; it is sent again after the lease',
      )
    })
  }

  const timer = setInterval(wake, pollMilliseconds)
  wake()
  return { wake, drain, stop }
}

/** Longer than one request and the recording of its outcome. */
const leaseSeconds = 45
