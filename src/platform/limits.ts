import {
  type LimitDeclaration,
  type LimitName,
  type Limits,
  limitNames,
  limitTable,
  noLimits,
} from '../contract/limits.ts'
import type { Payer } from '../contract/payer.ts'
import type { Allowance } from '../contract/request.ts'
import { createRateLimiter } from './rate-limiter.ts'

/** Told of every request that is taken; for tests. */
export type WatchLimits = (name: LimitName, payer: Payer, allowance: Allowance) => void

/** The limits of this process, or none without rates, which are those of programs. */
export function openLimits(
  rates: { burst: number; perSecond: number } | undefined,
  watch?: WatchLimits | undefined,
): Limits {
  if (!rates) return noLimits
  const now = () => performance.now()
  const open = (name: LimitName) => {
    const declared: LimitDeclaration = limitTable[name]
    const { burst, perSecond } = name === 'programRequests' ? rates : declared
    const take = createRateLimiter({ name, burst, perSecond, now })
    if (!watch) return (payer: Payer, requests?: 1 | -1) => take(payer.key, requests)
    return (payer: Payer, requests?: 1 | -1) => {
      const allowance = take(payer.key, requests)
      watch(name, payer, allowance)
      return allowance
    }
  }
  return Object.fromEntries(limitNames.map((name) => [name, open(name)])) as Limits
}
