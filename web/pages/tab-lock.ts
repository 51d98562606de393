const continueFlag = 'timbre.continue'

/** A page that is being reloaded holds its lock for a moment longer; another tab holds it permanently. */
const lockWaitMs = 1_500

/**
 * Locks the sitting for this tab. `lost` is called if another tab has the lock, or takes it over later; once that tab is
 * closed, this one reloads. Browsers without locks (pages on an insecure origin) do without: the server sorts answers
 * by sequence.
 */
export function acquireTabLock(name: string, lost: () => void): void {
  const { locks } = navigator
  if (!locks) return
  const steal = sessionStorage.getItem(continueFlag) !== null
  sessionStorage.removeItem(continueFlag)
  let hasLock = false
  let isLost = false
  const lose = () => {
    isLost = true
    lost()
  }
  const request = () => {
    locks
      .request(name, { steal }, () => {
        hasLock = true
        if (isLost) location.reload()
        return new Promise(() => {})
      })
      // A browser that can't request the lock is not a second tab.
      .catch(() => hasLock && lose())
    setTimeout(async () => {
      const { held } = await locks.query()
      if (hasLock) return
      if (held?.some((lock) => lock.name === name)) lose()
      // Busy browsers were seen not to answer a request for a lock that nobody has.
      else request()
    }, lockWaitMs)
  }
  request()
}

/** Reloads the page to get the other tab's answers, then takes the sitting over. */
export function takeOverTab(): void {
  sessionStorage.setItem(continueFlag, '1')
  location.reload()
}
