import type { Sql } from '../../contract/ports.ts'
import type { ReadStoredBytes } from '../../contract/quotas.ts'
import { measureStoredBytes } from './quota-store.ts'

const roomyMilliseconds = 60_000
const nearMilliseconds = 5_000
/** Of the limit: from here on it is measured more often. */
const near = 0.8
/** Measuring may take up to a twentieth of the time. */
const timesOfDuration = 20
const maxAccounts = 10_000

type Measured = { bytes: number; at: number; milliseconds: number }

/** Measures what accounts store, and remembers it for a while. `now` is a monotonic clock in ms. */
export function createStoredBytes(
  now: () => number,
  measure: (sql: Sql, accountId: string) => Promise<number> = measureStoredBytes,
): ReadStoredBytes<Sql> {
  const measured = new Map<string, Measured>()
  const isFresh = ({ bytes, at, milliseconds }: Measured, limitBytes: number) => {
    const usual = bytes < near * limitBytes ? roomyMilliseconds : nearMilliseconds
    return now() - at < Math.max(usual, timesOfDuration * milliseconds)
  }
  return async (sql, accountId, limitBytes) => {
    const last = measured.get(accountId)
    if (last && isFresh(last, limitBytes)) return last.bytes
    const began = now()
    // Others meanwhile use the last figure.
    if (last) last.at = began
    const bytes = await measure(sql, accountId)
    measured.delete(accountId)
    measured.set(accountId, { bytes, at: began, milliseconds: now() - began })
    const [oldest] = measured.keys()
    if (measured.size > maxAccounts && oldest !== undefined) measured.delete(oldest)
    return bytes
  }
}
