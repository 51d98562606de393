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

/** Called for every charged request. For tests. */
export type WatchLimits = (name: LimitName, payer: Payer, allowance: Allowance) => void

/** The limits of this process. Without `rates`, which apply to programs, nothing is limited. */
export function openLimits(
  rates: { burst: number; perSecond: number } | undefined,
  watch?: WatchLimits | undefined,
  now: () => number = () => performance.now(),
): Limits {
  if (!rates) return noLimits
  const open = (name: LimitName) => {
    const declaration: LimitDeclaration = limitTable[name]
    const { burst, perSecond } = name === 'programRequests' ? rates : declaration
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
