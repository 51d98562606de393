const [shortestMilliseconds, longestMilliseconds] = [250, 4_000]

/**
 * When a replica that was behind is tried again: after a quarter of a second, then after twice as long each time, so that
 * few requests wait for it in vain.
 */
export function createReadReplicaPace(now: () => number) {
  let rest = shortestMilliseconds
  let restsUntil = 0
  let wasStuck = false

  return {
    mayTry: () => now() >= restsUntil,

    /**
     * `stuck` the first time that it is behind. The end of the primary's log may not have been written yet, because no
     * transaction waits for it, and is then sent to no replica.
     */
    note(isCurrent: boolean): 'stuck' | undefined {
      if (isCurrent) {
        rest = shortestMilliseconds
        wasStuck = false
        return undefined
      }
      // Those that failed together count once.
      if (now() < restsUntil) return undefined
      restsUntil = now() + rest
      rest = Math.min(longestMilliseconds, rest * 2)
      const isFirst = !wasStuck
      wasStuck = true
      return isFirst ? 'stuck' : undefined
    },
  }
}
