import { ApiError, ServerError, TimedOut, Unreachable } from './errors.ts'
import { earlierPages, type Query, type ReadPage } from './pages.ts'
import { pause } from './pause.ts'

/**
 * Pages of the event feed, without end: each request waits up to 20 s for an event. The first one must succeed; later
 * outages are waited out. With `before` it reads back from there and ends with the oldest event that is kept.
 */
export function eventPages(signal: AbortSignal | undefined) {
  return async function* (
    read: ReadPage,
    query: Query,
    items: string,
  ): AsyncGenerator<Record<string, unknown>> {
    if (query.before !== undefined) return yield* earlierPages(read, query, items)
    let { after } = query
    let failures = 0
    for (let isFirst = true; ; ) {
      const began = performance.now()
      try {
        const { data } = await read({ limit: 100, wait: 20, ...query, after })
        failures = 0
        isFirst = false
        const events = data[items] as unknown[]
        if (events.length > 0) yield data
        after = data.after ?? undefined
        // A client has four places to wait; a fifth reader is answered right away.
        if (events.length === 0 && performance.now() - began < 1_000) await pause(2_000, signal)
      } catch (error) {
        if (isFirst || !isOutage(error)) throw error
        failures += 1
        const seconds = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) : 0
        await pause(Math.max(seconds, Math.min(0.5 * 2 ** failures, 15)) * 1_000, signal)
      }
    }
  }
}

function isOutage(error: unknown): boolean {
  return (
    error instanceof Unreachable ||
    error instanceof TimedOut ||
    error instanceof ServerError ||
    (error instanceof ApiError && error.status === 429)
  )
}
