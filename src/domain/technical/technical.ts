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
  /** The figures as they are kept; computed where they are missing. Fails as `unavailable` where that fails. */
  read(): Promise<TechnicalFigures>
  /** Ends what is being computed, and computes nothing more. */
  stop(): Promise<void>
}

/** Enough for figures that stand still, and counted in some seconds even where there are many small accounts. */
const usualBounds: AggregationLimits = { people: 20_000, atOnce: 200, looks: 10_000 }
const keptMilliseconds = 3_600_000
/** After a failure nobody's question begins the work anew for so long. */
const restMilliseconds = 60_000

/**
 * Keeps the technical figures of the region for an hour. Whoever asks gets what is there; what is older is computed
 * anew behind their back. It is computed once at a time whatever the number of questions, so that nobody can use the
 * page to load the database.
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
    message: 'The figures cannot be computed at present. Try again in a minute.',
    retryAfterSeconds: 60,
    cause,
  })
}
