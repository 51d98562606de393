import { setTimeout as pause } from 'node:timers/promises'
import type { EventSignals, EventWait } from '../contract/ports.ts'

/** Requests that may wait at the same time: of one client, of one account, and in this process. */
const maxWaiting = { client: 4, account: 16, process: 64 }

/** How often the numbers of the accounts that are waited for are read, to find what other processes have committed. */
const lookMilliseconds = 2_000

/** The number of the newest event of each of these accounts that has one. */
export type ReadEventHeads = (accountIds: readonly string[]) => Promise<ReadonlyMap<string, number>>

type Place = { accountId: string; client: string; wake: () => void }

/**
 * Ends the waits of readers when events of their account were committed: in this process at once, in others at the next
 * look. One look is one statement for all who wait, so that those who wait cost the others nothing.
 */
export function createEventSignals(
  stopping: AbortSignal,
  readHeads: ReadEventHeads,
): {
  signals: EventSignals
  note: (accountId: string) => void
} {
  const waiting = new Set<Place>()
  const heads = new Map<string, number>()
  let looking: NodeJS.Timeout | undefined
  const countOf = (accountId: string, client?: string) =>
    [...waiting].filter((one) => one.accountId === accountId && (client ?? one.client) === one.client).length

  function note(accountId: string): void {
    for (const place of waiting) if (place.accountId === accountId) place.wake()
  }

  /** An account that is looked at for the first time counts as changed: its readers may have read before. */
  async function look(): Promise<void> {
    const accountIds = [...new Set([...waiting].map((place) => place.accountId))]
    for (const known of heads.keys()) if (!accountIds.includes(known)) heads.delete(known)
    // Without the database nobody can read either. The next look finds what this one didn't.
    const found = accountIds.length === 0 ? undefined : await readHeads(accountIds).catch(() => undefined)
    for (const [accountId, seq] of found ?? []) {
      if (heads.get(accountId) !== seq) note(accountId)
      heads.set(accountId, seq)
    }
    if (waiting.size === 0 || stopping.aborted) looking = undefined
    else lookLater()
  }

  function lookLater(): void {
    looking = setTimeout(look, lookMilliseconds).unref()
  }

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
    if (!looking) lookLater()
    return {
      async next() {
        const left = deadline - performance.now()
        if (left <= 0 || stopping.aborted) return false
        const signal = AbortSignal.any([waking.signal, stopping])
        if (!isNoted) await pause(left, undefined, { signal, ref: false }).catch(() => undefined)
        isNoted = false
        waking = new AbortController()
        return !stopping.aborted
      },
      leave: () => void waiting.delete(place),
    }
  }

  return { signals: { enter }, note }
}
