import { Failure } from '../contract/failure.ts'

export type RegionLog = Record<'warn' | 'info', (fields: object, message: string) => void>

/** What the log says when another region cannot be reached, and when it can again. */
export type OutageMessages = { failed: string; recovered: string }

/** Runs work that needs another region. Logs the first failure of an outage, and the recovery. */
export function logOnce<A extends unknown[]>(
  { failed, recovered }: OutageMessages,
  log: RegionLog,
  work: (...args: A) => Promise<void>,
): (...args: A) => Promise<boolean> {
  let isFailing = false
  return async (...args) => {
    try {
      await work(...args)
      if (isFailing) log.info({}, recovered)
      isFailing = false
      return true
    } catch (error) {
      if (!isFailing) log.warn(errorFields(error), failed)
      isFailing = true
      return false
    }
  }
}

/** An unreachable region needs no stack trace; any other error does. */
function errorFields(error: unknown): object {
  if (!(error instanceof Failure) || error.kind !== 'unavailable') return { err: error }
  return { cause: error.cause instanceof Error ? error.cause.message : error.message }
}
