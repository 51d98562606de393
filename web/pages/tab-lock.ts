const continueFlag = 'timbre.continue'

/**
 * A page that is being reloaded holds its lock a moment longer, and a browser under load has been seen to call a
 * lock taken that nobody held. Another tab holds it for good.
 */
const lockRetryMs = 1_500

/**
 * Holds the sitting for this tab. `lost` is called when another tab has it already, or takes it over later.
 * Browsers without locks (pages that are not on a secure address) do without.
 */
export function acquireTabLock(name: string, lost: () => void): void {
  if (!navigator.locks) return
  const steal = sessionStorage.getItem(continueFlag) !== null
  sessionStorage.removeItem(continueFlag)
  let held = false
  // Where the signal is missing, tabs wait for each other unseen, and the server sorts their answers by sequence.
  const how = steal ? { steal } : { signal: AbortSignal.timeout?.(lockRetryMs) }
  navigator.locks
    .request(name, how, () => new Promise(() => (held = true)))
    // A browser that cannot ask for the lock at all is no second tab.
    .catch((error) => (held || error.name === 'TimeoutError') && lost())
}

/** Loads the page again, so that it knows what the other tab has done, and takes the sitting over then. */
export function takeOverTab(): void {
  sessionStorage.setItem(continueFlag, '1')
  location.reload()
}
