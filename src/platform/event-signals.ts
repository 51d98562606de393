import { setTimeout } from 'node:timers/promises'
import type { EventSignals, EventWait } from '../contract/ports.ts'

/** Requests that may wait at the same time: of one client, of one account, and in this process. */
const maxWaiting = { client: 4, account: 16, process: 64 }

/** Finds what other processes have committed. */
const lookMilliseconds = 2_000

/**
 * Ends the waits of readers when events of their account were committed in this process. What other processes commit
 * isn't seen here; readers look for it themselves.
 */
export function createEventSignals(stopping: AbortSignal): {
  signals: EventSignals
  note: (accountId: string) => void
} {
  const waiting = new Set<{ accountId: string; client: string; wake: () => void }>()
  const countOf = (accountId: string, client?: string) =>
    [...waiting].filter((one) => one.accountId === accountId && (client ?? one.client) === one.client).length

  function enter(accountId: string, client: string, seconds: number): EventWait | undefined {
    if (waiting.size >= maxWaiting.process || countOf(accountId) >= maxWaiting.account) return undefined
    if (countOf(accountId, client) >= maxWaiting.client) return undefined
    const deadline = performance.now() + seconds * 1_000
    let isNoted = false
    let waking = new AbortController()
    const place = {
      accountId,
      client,
      wake: () => {
        isNoted = true
        waking.abort()
      },
    }
    waiting.add(place)
    return {
      async next() {
        const left = deadline - performance.now()
        if (left <= 0 || stopping.aborted) return false
        const signal = AbortSignal.any([waking.signal, stopping])
        const milliseconds = Math.min(left, lookMilliseconds)
        if (!isNoted) await setTimeout(milliseconds, undefined, { signal, ref: false }).catch(() => undefined)
        isNoted = false
        waking = new AbortController()
        return !stopping.aborted
      },
      leave: () => void waiting.delete(place),
    }
  }

  return {
    signals: { enter },
    note: (accountId) => {
      for (const place of waiting) if (place.accountId === accountId) place.wake()
    },
  }
}
