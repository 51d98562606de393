import { ApiError } from './api-error.ts'

/**
 * Reads all pages of a list, one after the other, each after the cursor of the one before: the last page of a million
 * people costs what the first one does. A long list can exceed the rate limit of a minute: then it waits as long as
 * the answer says, a few times per page.
 * @param ask reads the page after this cursor, the first one without
 * @throws an `ApiError`, or the reason of the signal
 */
export async function* fetchAllPages<P>(
  ask: (after: string | undefined) => Promise<{ answer: P; next: string | undefined }>,
  signal: AbortSignal,
): AsyncGenerator<P, void> {
  let after: string | undefined
  do {
    const { answer, next } = await askWithRetries(() => ask(after), signal)
    yield answer
    after = next
  } while (after !== undefined)
}

async function askWithRetries<P>(ask: () => Promise<P>, signal: AbortSignal): Promise<P> {
  for (let tries = 0; ; tries += 1) {
    signal.throwIfAborted()
    try {
      return await ask()
    } catch (error) {
      if (tries >= 5 || !(error instanceof ApiError) || error.status !== 429) throw error
      await pause((error.retryAfterSeconds ?? 5) * 1_000, signal)
    }
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
