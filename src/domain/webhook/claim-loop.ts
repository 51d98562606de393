import { errorCode } from '../../contract/loggable-error.ts'
import { withTimeout } from '../../contract/with-timeout.ts'
import type { WorkerLog } from '../../contract/worker-log.ts'

export type ClaimLoopOptions<Claimed> = {
  /** For log lines. */
  name: string
  /** Claims up to so many, in a transaction of its own; `inFlight` are those of this process. */
  claim: (limit: number, inFlight: readonly Claimed[]) => Promise<Claim<Claimed>>
  /** Sends one and records the outcome. Never rejects. */
  send: (claimed: Claimed) => Promise<void>
  log: WorkerLog
  /** Requests at the same time in this process. */
  concurrency: number
  /** Polling guarantees delivery; `wake` only makes it faster. */
  pollMilliseconds?: number | undefined
  /** How soon a wake causes a claim; commits until then share it. Default: 5. */
  wakeMilliseconds?: number | undefined
}

export type Claim<Claimed> = {
  claimed: Claimed[]
  /** Whether something due was left, or follows once one of these has ended. */
  isMore: boolean
}

export type ClaimLoop = {
  /** Looks for what is due soon, after a commit that may have added something. Returns immediately. */
  wake(): void
  /** Whether the latest claim left something: then a place that becomes free is needed right away. */
  isMore(): boolean
  /** Resolves when nothing is due and nothing is in flight. */
  drain(): Promise<void>
  /** Claims no more and waits for the requests in flight, up to the given time. */
  stop(graceMilliseconds?: number): Promise<void>
}

/** When to look for what other processes have left since, if the latest claim of this one left nothing. */
const restMilliseconds = 100

/**
 * Sends what is due, outside of any transaction. Any number of processes may do so. If one dies after the receiver has
 * answered and before that is recorded, the lease ends and the same is sent again.
 */
export function startClaimLoop<Claimed>(options: ClaimLoopOptions<Claimed>): ClaimLoop {
  const { name, log, concurrency, pollMilliseconds = 1_000, wakeMilliseconds = 5 } = options
  const inFlight = new Map<Promise<void>, Claimed>()
  let search: Promise<void> | undefined
  let searchAgain = false
  let [soon, later]: (NodeJS.Timeout | undefined)[] = []
  let isMore = false
  let stopped = false
  let isReachable = true

  function wake(): void {
    if (!stopped) soon ??= setTimeout(searchNow, wakeMilliseconds)
  }

  function searchLater(): void {
    if (!stopped) later ??= setTimeout(searchNow, restMilliseconds)
  }

  function clearTimers(): void {
    clearTimeout(soon)
    clearTimeout(later)
    soon = undefined
    later = undefined
  }

  function searchNow(): void {
    clearTimers()
    searchAgain = true
    search ??= searchAndStart().finally(() => {
      search = undefined
      if (searchAgain && hasRoom()) searchNow()
    })
  }

  async function searchAndStart(): Promise<void> {
    while (searchAgain && hasRoom()) {
      searchAgain = false
      for (const one of await claim()) start(one)
    }
  }

  const hasRoom = () => !stopped && inFlight.size < concurrency

  function start(one: Claimed): void {
    const sending = options.send(one).finally(() => {
      inFlight.delete(sending)
      if (isMore || searchAgain) searchNow()
      else searchLater()
    })
    inFlight.set(sending, one)
  }

  /** Logs an outage of the database once, not at every poll. */
  async function claim(): Promise<Claimed[]> {
    try {
      const found = await options.claim(concurrency - inFlight.size, [...inFlight.values()])
      isReachable = true
      isMore = found.isMore
      return found.claimed
    } catch (error) {
      if (isReachable) log.warn({ error: errorCode(error) }, `${name}: cannot reach the database`)
      isReachable = false
      return []
    }
  }

  async function drain(): Promise<void> {
    while (!stopped) {
      searchNow()
      await search
      if (!search && inFlight.size === 0) return
      await Promise.all(inFlight.keys())
    }
  }

  async function stop(graceMilliseconds = 10_000): Promise<void> {
    stopped = true
    clearInterval(timer)
    clearTimers()
    await withTimeout(graceMilliseconds, Promise.all([search, ...inFlight.keys()])).catch(() => {
      log.warn(
        { count: inFlight.size },
        `${name}: stopped during a request; it is sent again after the lease`,
      )
    })
  }

  const timer = setInterval(searchNow, pollMilliseconds)
  searchNow()
  return { wake, isMore: () => isMore, drain, stop }
}
