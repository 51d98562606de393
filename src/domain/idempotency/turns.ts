import { keyInFlight } from './fingerprint.ts'

/** Tries to take a key that another process holds; each waits for the database's lock time-out of 2 s. */
const tries = 5
/** How long a request waits for its twin in this process. */
const waitMilliseconds = 10_000

export type Turns = <T>(key: string, work: () => Promise<T>) => Promise<T>

/**
 * Requests with one key take turns. Twins in this process wait here, where they hold no connection to the
 * database; twins in other processes meet at the row of the key.
 */
export function takeTurns(): Turns {
  const underWay = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const deadline = AbortSignal.timeout(waitMilliseconds)
    for (let other = underWay.get(key); other; other = underWay.get(key)) await ended(other, deadline)
    const mine = retrying(work)
    const shown = mine.then(
      () => {},
      () => {},
    )
    underWay.set(key, shown)
    return mine.finally(() => underWay.delete(key))
  }
}

async function ended(other: Promise<unknown>, deadline: AbortSignal): Promise<void> {
  const late = new Promise<never>((_, reject) => {
    const refuse = () => reject(keyInFlight())
    if (deadline.aborted) refuse()
    else deadline.addEventListener('abort', refuse, { once: true })
  })
  await Promise.race([other, late])
}

async function retrying<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      if (attempt === tries) throw keyInFlight()
    }
  }
}

/** SQLSTATE 55P03, as the database port reports it. */
function isLockTimeout(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && cause.code === '55P03'
}
