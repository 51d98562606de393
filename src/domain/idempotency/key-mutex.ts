import { currentWork } from '../../contract/work-record.ts'
import { isKeyInFlight, keyInFlight } from './fingerprint.ts'

/** How long a request waits for another one with the same key, in this process or another. */
const waitMilliseconds = 10_000
/** How often a request checks whether one with the same key in another process has finished. */
const pollMilliseconds = 100

export type KeyMutex = <T>(key: string, work: () => Promise<T>) => Promise<T>

/**
 * Serializes requests with the same key. They wait here, before they take a database connection: requests in this
 * process for each other, and the first of them for other processes, which hold the advisory lock of the key.
 */
export function createKeyMutex(): KeyMutex {
  const inFlight = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const deadline = AbortSignal.timeout(waitMilliseconds)
    const timeout = rejectAt(deadline)
    for (let other = inFlight.get(key); other; other = inFlight.get(key)) {
      currentWork()?.onOtherWork?.()
      await Promise.race([other, timeout])
    }
    const own = retryWhileInFlight(work, deadline)
    const settled = own.then(ignore, ignore)
    inFlight.set(key, settled)
    return own.finally(() => inFlight.delete(key))
  }
}

function ignore(): void {}

function rejectAt(deadline: AbortSignal): Promise<never> {
  const rejection = new Promise<never>((_, reject) => {
    deadline.addEventListener('abort', () => reject(keyInFlight()), { once: true })
  })
  // Prevents an unhandled rejection if no request is waiting anymore.
  rejection.catch(ignore)
  return rejection
}

async function retryWhileInFlight<T>(work: () => Promise<T>, deadline: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isKeyInFlight(error) || deadline.aborted) throw error
      currentWork()?.onOtherWork?.()
      await new Promise((resolve) => setTimeout(resolve, pollMilliseconds * (0.5 + Math.random())))
    }
  }
}
