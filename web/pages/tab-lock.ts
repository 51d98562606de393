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
  if (!navigator.locks) return
  const steal = sessionStorage.getItem(continueFlag) !== null
  sessionStorage.removeItem(continueFlag)
  let hasLock = false
  // Without abort signals, tabs wait for each other, and the server sorts their answers by sequence.
  const how = steal ? { steal } : { signal: AbortSignal.timeout?.(lockRetryMs) }
  navigator.locks
    .request(name, how, () => new Promise(() => (hasLock = true)))
    // A browser that can't request the lock is not a second tab.
    .catch((error) => (hasLock || error.name === 'TimeoutError') && lost())
}

/** Reloads the page to get the other tab's answers, then takes the sitting over. */
export function takeOverTab(): void {
  sessionStorage.setItem(continueFlag, '1')
  location.reload()
}
