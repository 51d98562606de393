const continueFlag = 'timbre.continue'

/**
 * Holds the sitting for this tab. `lost` is called when another tab has it already, or takes it over later.
 * Browsers without locks (pages that are not on a secure address) do without.
 */
export function holdSitting(name: string, lost: () => void): void {
  if (!navigator.locks) return
  const steal = sessionStorage.getItem(continueFlag) !== null
  sessionStorage.removeItem(continueFlag)
  navigator.locks
    .request(name, steal ? { steal } : { ifAvailable: true }, (lock) => {
      if (lock) return new Promise<never>(() => {})
      lost()
      return undefined
    })
    .catch(lost)
}

/** Loads the page again, so that it knows what the other tab has done, and takes the sitting over then. */
export function continueHere(): void {
  sessionStorage.setItem(continueFlag, '1')
  location.reload()
}
