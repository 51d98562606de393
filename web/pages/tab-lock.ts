const continueFlag = 'timbre.continue'

/**
 * A page that is being reloaded holds its lock for a moment longer, and browsers under load sometimes report a free
 * lock as taken. Another tab holds it permanently.
 */
const lockRetryMs = 1_500

/**
 * Locks the sitting for this tab. `lost` is called if another tab has the lock, or takes it over later. Browsers
 * without locks (pages on an insecure origin) do without.
 */
export function acquireTabLock(name: string, lost: () => void): void {
  const { locks } = navigator
  if (!locks) return
  const steal = sessionStorage.getItem(continueFlag) !== null
  sessionStorage.removeItem(continueFlag)
  let hasLock = false
  const request = (how: LockOptions): Promise<unknown> =>
    locks
      .request(name, how, () => new Promise(() => (hasLock = true)))
      .catch(async (error) => {
        // A browser under load may not have answered in time, though no other tab has the lock.
        const isLate = error.name === 'TimeoutError'
        const isTaken = isLate && (await locks.query()).held?.some((lock) => lock.name === name)
        if (hasLock || isTaken) lost()
        // A browser that can't request the lock is not a second tab.
        else if (isLate) request({})
      })
  // Without abort signals, tabs wait for each other, and the server sorts their answers by sequence.
  request(steal ? { steal } : { signal: AbortSignal.timeout?.(lockRetryMs) })
}

/** Reloads the page to get the other tab's answers, then takes the sitting over. */
export function takeOverTab(): void {
  sessionStorage.setItem(continueFlag, '1')
  location.reload()
}
