import { isKeyInFlight, keyInFlight } from './fingerprint.ts'

/** How long a request waits for a twin, in this process or in another. */
const waitMilliseconds = 10_000
/** How often a request looks whether its twin in another process is done. */
const pollMilliseconds = 100

export type KeyMutex = <T>(key: string, work: () => Promise<T>) => Promise<T>

/**
 * Requests with one key take turns. All wait here, where they hold no connection to the database: twins in this
 * process for each other, and the first of them for those in other processes, which hold the lock of the key.
 */
export function createKeyMutex(): KeyMutex {
  const inFlight = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const deadline = AbortSignal.timeout(waitMilliseconds)
    const late = refusalAt(deadline)
    for (let other = inFlight.get(key); other; other = inFlight.get(key)) await Promise.race([other, late])
    const mine = retrying(work, deadline)
    const shown = mine.then(ignore, ignore)
    inFlight.set(key, shown)
    return mine.finally(() => inFlight.delete(key))
  }
}

function ignore(): void {}

function refusalAt(deadline: AbortSignal): Promise<never> {
  const refusal = new Promise<never>((_, reject) => {
    deadline.addEventListener('abort', () => reject(keyInFlight()), { once: true })
  })
  // Nobody may be waiting any more when it comes.
  refusal.catch(ignore)
  return refusal
}

async function retrying<T>(work: () => Promise<T>, deadline: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isKeyInFlight(error) || deadline.aborted) throw error
      await new Promise((resolve) => setTimeout(resolve, pollMilliseconds * (0.5 + Math.random())))
    }
  }
}
