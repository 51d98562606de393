/** How transactions are repeated: seldom, never at the same moment, and not when that would add to an overload. */
export type RetryBudget = {
  /** For each transaction. */
  begin(): {
    /** Milliseconds to wait before the next try; undefined if there is none. */
    next(): number | undefined
  }
}

export type RetrySettings = {
  /** Milliseconds, by a clock that only goes forward. */
  now: () => number
  /** A number from 0 to 1. */
  random: () => number
  /** No try begins later than this after the first one: nobody waits for its result any longer. */
  deadlineMilliseconds: number
}

/** Tries in addition to the first. */
const triesMore = 3
/** Of all transactions, one in ten may be repeated; so many at once. */
const [perTransaction, most] = [0.1, 50]
const [shortest, longest] = [10, 400]

export function createRetryBudget({ now, random, deadlineMilliseconds }: RetrySettings): RetryBudget {
  let left = most
  return {
    begin() {
      left = Math.min(most, left + perTransaction)
      const beganAt = now()
      let tries = 0
      let pause = shortest
      return {
        next() {
          if (tries === triesMore || left < 1) return undefined
          // Decorrelated jitter: longer each time, by chance, so that those that failed together don't meet again.
          pause = Math.min(longest, shortest + random() * (pause * 3 - shortest))
          if (now() - beganAt + pause > deadlineMilliseconds) return undefined
          tries += 1
          left -= 1
          return pause
        },
      }
    },
  }
}
