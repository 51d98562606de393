import { Failure } from '../contract/failure.ts'

export type RegionLog = Record<'warn' | 'info', (fields: object, message: string) => void>

/** Work that needs another region: while that one is away the log says so once, and once that it is back. */
export function logOnce<A extends unknown[]>(
  whom: string,
  log: RegionLog,
  work: (...given: A) => Promise<void>,
): (...given: A) => Promise<boolean> {
  let isAway = false
  return async (...given) => {
    try {
      await work(...given)
      if (isAway) log.info({}, `${whom} answers again`)
      isAway = false
      return true
    } catch (error) {
      if (!isAway) log.warn(errorFields(error), `${whom}: nothing can be told or heard`)
      isAway = true
      return false
    }
  }
}

/** That a region is away needs no stack; anything else does. */
function errorFields(error: unknown): object {
  if (!(error instanceof Failure) || error.kind !== 'unavailable') return { err: error }
  return { cause: error.cause instanceof Error ? error.cause.message : error.message }
}
