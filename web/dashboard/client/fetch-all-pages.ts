import { ApiError } from './api-error.ts'

type Paged = { readonly pagination: { readonly hasMore: boolean } }

/**
 * Reads all pages of a list, one after the other. A long list can exceed the rate limit of a minute: then it waits as
 * long as the answer says, a few times per page.
 * @param ask reads one page; the first is 1
 * @throws an `ApiError`, or the reason of the signal
 */
export async function* fetchAllPages<P extends Paged>(
  ask: (page: number) => Promise<P>,
  signal: AbortSignal,
): AsyncGenerator<P, void> {
  for (let page = 1; ; page += 1) {
    const answer = await askWithRetries(() => ask(page), signal)
    yield answer
    if (!answer.pagination.hasMore) return
  }
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
