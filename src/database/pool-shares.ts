import { DatabaseUnavailable } from './errors.ts'

/**
 * What a transaction counts against: an account, `unproven` for callers who have only named one, or none for work of the
 * installation; and whether it is heavy.
 */
export type PoolShare = { account: string | undefined; heavy: boolean }

export type PoolShares = {
  /** Runs the work once the pool has room for it. Fails as unavailable when that takes too long. */
  run<T>(share: PoolShare, work: () => Promise<T>): Promise<T>
}

type Waiter = { start: () => void }
type AccountQueue = { held: number; heavyHeld: number; light: Waiter[]; heavy: Waiter[] }

/**
 * Shares a pool of `size` connections among accounts. One account uses at most six tenths of it, and at most three
 * tenths for heavy work (lists and searches); all heavy work together uses six tenths. So whatever an account asks for,
 * there is room for others, and for its own light requests. Accounts that wait are served in turn, each in the order of
 * its requests; light requests do not wait behind heavy ones. Work of the installation is limited by the pool alone.
 */
export function createPoolShares(size: number, waits = { light: 2_000, heavy: 5_000 }): PoolShares {
  const limits = {
    ofAccount: Math.max(1, Math.ceil(size * 0.6)),
    heavyOfAccount: Math.max(1, Math.floor(size * 0.3)),
    heavy: Math.max(1, Math.floor(size * 0.6)),
  }
  let free = size
  let heavyHeld = 0
  /** Accounts that hold or wait for a connection; those that waited longest since their last turn come first. */
  const accountQueues = new Map<string | undefined, AccountQueue>()

  function hasRoom(account: string | undefined, line: AccountQueue, heavy: boolean): boolean {
    if (free === 0) return false
    if (account !== undefined && line.held >= limits.ofAccount) return false
    return !heavy || (line.heavyHeld < limits.heavyOfAccount && heavyHeld < limits.heavy)
  }

  function hold(line: AccountQueue, heavy: boolean, sign: 1 | -1): void {
    free -= sign
    line.held += sign
    if (!heavy) return
    line.heavyHeld += sign
    heavyHeld += sign
  }

  /** Starts whoever can start now, each account one at a time. */
  function startWaiting(): void {
    for (let started = true; started && free > 0; ) started = [...accountQueues].some(startFirst)
  }

  function startFirst([account, line]: [string | undefined, AccountQueue]): boolean {
    const heavy = line.light.length === 0 || !hasRoom(account, line, false)
    if (heavy && !hasRoom(account, line, true)) return false
    const waiter = (heavy ? line.heavy : line.light).shift()
    if (!waiter) return false
    accountQueues.delete(account)
    accountQueues.set(account, line)
    hold(line, heavy, 1)
    waiter.start()
    return true
  }

  /** Light work that waits for its own share alone, while others have room, waits as long as heavy work does. */
  function waitIn(queue: Waiter[], milliseconds: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiter = { start }
      const giveUp = () => {
        queue.splice(queue.indexOf(waiter), 1)
        reject(new DatabaseUnavailable(new Error('No connection to the database became free in time')))
      }
      const rest = waits.heavy - milliseconds
      let timer = setTimeout(() => {
        if (free > 0 && rest > 0) timer = setTimeout(giveUp, rest)
        else giveUp()
      }, milliseconds)
      function start() {
        clearTimeout(timer)
        resolve()
      }
      queue.push(waiter)
    })
  }

  function leave(account: string | undefined, line: AccountQueue): void {
    if (line.held + line.light.length + line.heavy.length === 0) accountQueues.delete(account)
  }

  return {
    async run({ account, heavy }, work) {
      const line = accountQueues.get(account) ?? { held: 0, heavyHeld: 0, light: [], heavy: [] }
      accountQueues.set(account, line)
      // Whoever waits although there is room waits for a share that is used up, and is not overtaken.
      if (hasRoom(account, line, heavy)) hold(line, heavy, 1)
      else
        await waitIn(heavy ? line.heavy : line.light, waits[heavy ? 'heavy' : 'light']).catch((error) => {
          leave(account, line)
          throw error
        })
      try {
        return await work()
      } finally {
        hold(line, heavy, -1)
        startWaiting()
        leave(account, line)
      }
    },
  }
}
