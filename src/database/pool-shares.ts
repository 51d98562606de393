import { DatabaseUnavailable } from './errors.ts'

/**
 * What a transaction is counted for: an account, `unproven` for callers who have only named an account, or undefined
 * for work of the installation; and whether it is heavy.
 */
export type PoolShare = { account: string | undefined; heavy: boolean }

export type PoolShares = {
  /** Runs the work once the pool has room for it. Fails as unavailable if that takes too long. */
  run<T>(share: PoolShare, work: () => Promise<T>): Promise<T>
  /** How many wait for room now. */
  waiting(): number
}

type Waiter = { start: () => void }
type AccountQueue = { held: number; heavyHeld: number; light: Waiter[]; heavy: Waiter[] }

/**
 * Divides a pool of `size` connections among accounts. One account uses at most 60% of it, and at most 30% for heavy
 * work (lists and searches); all heavy work together uses at most 60%. So whatever one account requests, there is room
 * for others, and for its own light requests. Waiting accounts are served round-robin, each in the order of its
 * requests. Light requests don't wait behind heavy ones. Work of the installation is limited only by the pool.
 */
export function createPoolShares(size: number, waits = { light: 2_000, heavy: 5_000 }): PoolShares {
  const limits = {
    ofAccount: Math.max(1, Math.ceil(size * 0.6)),
    heavyOfAccount: Math.max(1, Math.floor(size * 0.3)),
    heavy: Math.max(1, Math.floor(size * 0.6)),
  }
  let free = size
  let heavyHeld = 0
  /** Accounts that hold or wait for a connection, ordered by how long they have waited since their last turn. */
  const accountQueues = new Map<string | undefined, AccountQueue>()

  function hasRoom(account: string | undefined, queue: AccountQueue, heavy: boolean): boolean {
    if (free === 0) return false
    if (account !== undefined && queue.held >= limits.ofAccount) return false
    return !heavy || (queue.heavyHeld < limits.heavyOfAccount && heavyHeld < limits.heavy)
  }

  function hold(queue: AccountQueue, heavy: boolean, sign: 1 | -1): void {
    free -= sign
    queue.held += sign
    if (!heavy) return
    queue.heavyHeld += sign
    heavyHeld += sign
  }

  /** Starts all work that can start now, one per account at a time. */
  function startWaiting(): void {
    for (let started = true; started && free > 0; ) started = [...accountQueues].some(startFirst)
  }

  function startFirst([account, queue]: [string | undefined, AccountQueue]): boolean {
    const heavy = queue.light.length === 0 || !hasRoom(account, queue, false)
    if (heavy && !hasRoom(account, queue, true)) return false
    const waiter = (heavy ? queue.heavy : queue.light).shift()
    if (!waiter) return false
    accountQueues.delete(account)
    accountQueues.set(account, queue)
    hold(queue, heavy, 1)
    waiter.start()
    return true
  }

  /** Light work that waits only for its account's share waits as long as heavy work does. */
  function waitIn(waiters: Waiter[], milliseconds: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiter = { start }
      const giveUp = () => {
        waiters.splice(waiters.indexOf(waiter), 1)
        reject(new DatabaseUnavailable(new Error('No connection to the database became free in time')))
      }
      const extraMilliseconds = waits.heavy - milliseconds
      let timer = setTimeout(() => {
        if (free > 0 && extraMilliseconds > 0) timer = setTimeout(giveUp, extraMilliseconds)
        else giveUp()
      }, milliseconds)
      function start() {
        clearTimeout(timer)
        resolve()
      }
      waiters.push(waiter)
    })
  }

  function removeIfIdle(account: string | undefined, queue: AccountQueue): void {
    if (queue.held + queue.light.length + queue.heavy.length === 0) accountQueues.delete(account)
  }

  return {
    waiting: () =>
      accountQueues.values().reduce((sum, { light, heavy }) => sum + light.length + heavy.length, 0),
    async run({ account, heavy }, work) {
      const queue = accountQueues.get(account) ?? { held: 0, heavyHeld: 0, light: [], heavy: [] }
      accountQueues.set(account, queue)
      // Work that waits although the pool has room waits for a used-up share. New work must not overtake it.
      if (hasRoom(account, queue, heavy)) hold(queue, heavy, 1)
      else
        await waitIn(heavy ? queue.heavy : queue.light, waits[heavy ? 'heavy' : 'light']).catch((error) => {
          removeIfIdle(account, queue)
          throw error
        })
      try {
        return await work()
      } finally {
        hold(queue, heavy, -1)
        startWaiting()
        removeIfIdle(account, queue)
      }
    },
  }
}
