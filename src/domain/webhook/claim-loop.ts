import { errorCode } from '../../contract/loggable-error.ts'
import { withTimeout } from '../../contract/with-timeout.ts'
import type { DeliveryLog } from './deliver.ts'

export type ClaimLoopOptions<Claimed> = {
  /** For log lines. */
  name: string
  /** Claims up to so many, in a transaction of its own. */
  claim: (limit: number) => Promise<Claimed[]>
  /** Sends one and records the outcome. Never rejects. */
  send: (claimed: Claimed) => Promise<void>
  log: DeliveryLog
  /** Requests at the same time in this process. */
  concurrency: number
  /** Polling guarantees delivery; `wake` only makes it faster. */
  pollMilliseconds?: number | undefined
}

export type ClaimLoop = {
  /** Looks for what is due now, after a commit that may have added something. Returns immediately. */
  wake(): void
  /** Resolves when nothing is due and nothing is in flight. */
  drain(): Promise<void>
  /** Claims no more and waits for the requests in flight, up to the given time. */
  stop(graceMilliseconds?: number): Promise<void>
}

/**
 * Sends what is due, outside of any transaction. Any number of processes may do so. If one dies after the receiver has
 * answered and before that is recorded, the lease ends and the same is sent again.
 */
export function startClaimLoop<Claimed>(options: ClaimLoopOptions<Claimed>): ClaimLoop {
  const { name, log, concurrency, pollMilliseconds = 1_000 } = options
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
      for (const one of claimed) start(one)
      // What a receiver has no free place for isn't looked for again before a place is free.
      if (claimed.length > 0) searchAgain = true
    }
  }

  function start(one: Claimed): void {
    const sending = options.send(one).finally(() => {
      inFlight.delete(sending)
      wake()
    })
    inFlight.add(sending)
  }

  /** Logs an outage of the database once, not at every poll. */
  async function claim(limit: number): Promise<Claimed[]> {
    try {
      const claimed = await options.claim(limit)
      isReachable = true
      return claimed
    } catch (error) {
      if (isReachable) log.warn({ error: errorCode(error) }, `${name}: cannot reach the database`)
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
        `${name}: stopped during a request; it is sent again after the lease`,
      )
    })
  }

  const timer = setInterval(wake, pollMilliseconds)
  wake()
  return { wake, drain, stop }
}
