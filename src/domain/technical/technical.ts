import type { TechnicalFigures } from '../../content/technical.ts'
import { Failure } from '../../contract/failure.ts'
import type { Clock, Database } from '../../contract/ports.ts'
import { type AggregationLimits, aggregate } from './aggregate.ts'
import { presentFigures } from './present.ts'
import { publishFigures } from './publish.ts'

export type TechnicalParts = {
  database: Database
  clock: Clock
  log: { warn(fields: object, message: string): void }
  bounds?: AggregationLimits
}

export type Technical = {
  /** The cached figures; computed if missing. Fails as `unavailable` if that fails. */
  read(): Promise<TechnicalFigures>
  /** Aborts the running computation and starts no other. */
  stop(): Promise<void>
}

/** Enough for stable figures, and counted within seconds even with many small accounts. */
const usualBounds: AggregationLimits = { people: 20_000, batchSize: 100, queries: 20_000 }
const keptMilliseconds = 3_600_000
/** After a failure, requests don't start the computation again for this long. */
const restMilliseconds = 60_000

/**
 * Caches the technical figures of the region for an hour. Requests get the cached figures; older ones are recomputed in
 * the background. There is one computation at a time, whatever the number of requests, so the page can't be used to
 * load the database.
 */
export function createTechnical({ database, clock, log, bounds = usualBounds }: TechnicalParts): Technical {
  const end = new AbortController()
  let cached: { figures: TechnicalFigures; at: number } | undefined
  let computing: Promise<TechnicalFigures> | undefined
  let failedAt = -Infinity

  async function compute(): Promise<TechnicalFigures> {
    try {
      const tallies = await aggregate(database, bounds, end.signal)
      const figures = presentFigures(tallies, await publishFigures(database, tallies, clock()), clock())
      cached = { figures, at: clock().getTime() }
      return figures
    } catch (cause) {
      failedAt = clock().getTime()
      if (!end.signal.aborted) log.warn({ err: cause }, 'technical: could not compute the figures')
      throw unavailable(cause)
    } finally {
      computing = undefined
    }
  }

  function begin(): Promise<TechnicalFigures> {
    computing ??= compute()
    return computing
  }

  return {
    async read() {
      const now = clock().getTime()
      const mayBegin = !end.signal.aborted && now - failedAt >= restMilliseconds
      if (cached) {
        if (now - cached.at >= keptMilliseconds && mayBegin) begin().catch(() => {})
        return cached.figures
      }
      if (!computing && !mayBegin) throw unavailable()
      return begin()
    },
    async stop() {
      end.abort()
      await computing?.catch(() => {})
    },
  }
}

function unavailable(cause?: unknown): Failure {
  return new Failure('unavailable', {
    message: "The figures can't be computed right now. Try again in a minute.",
    retryAfterSeconds: 60,
    cause,
  })
}
