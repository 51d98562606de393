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
import { createRateLimiter, type Rate } from './rate-limiter.ts'

/** Called for every charged request. For tests. */
export type WatchLimits = (name: LimitName, payer: Payer, allowance: Allowance) => void

/** Buckets that all instances share. Undefined while they can't be reached. */
export type SharedBuckets = (rate: Rate, key: string, requests: 1 | -1) => Promise<Allowance | undefined>

export type LimitSettings = {
  /** How many instances use the database. Each allows its part of what is counted in its memory. */
  instances?: (() => number) | undefined
  /** Counts over all instances what is otherwise counted in the memory of each. */
  shared?: SharedBuckets | undefined
  /** Counts the limits that are declared exact. */
  exact?: SharedBuckets | undefined
  watch?: WatchLimits | undefined
  /** For tests. */
  now?: (() => number) | undefined
  /** Divides all bursts but that of programs, so that a test of who is charged needs a smaller flood. */
  divisor?: number | undefined
}

/** The limits of this installation. Without `rates`, which apply to programs, nothing is limited. */
export function openLimits(
  rates: { burst: number; perSecond: number } | undefined,
  { instances, shared, exact, watch, now = () => performance.now(), divisor = 1 }: LimitSettings = {},
): Limits {
  if (!rates) return noLimits
  const open = (name: LimitName) => {
    const declaration: LimitDeclaration = limitTable[name]
    const { burst, perSecond } = name === 'programRequests' ? rates : divided(declaration, divisor)
    const rate: Rate = { limit: name, burst, perSecond }
    const takeShared = declaration.exact ? exact : shared
    const takeHere = createRateLimiter({ ...rate, now, instances })
    return async (payer: Payer, requests: 1 | -1 = 1) => {
      const allowance = (await takeShared?.(rate, payer.key, requests)) ?? takeHere(payer.key, requests)
      watch?.(name, payer, allowance)
      return allowance
    }
  }
  return Object.fromEntries(limitNames.map((name) => [name, open(name)])) as Limits
}

/** At least four requests, because rightful users need as many. */
function divided({ burst, perSecond }: LimitDeclaration, divisor: number) {
  return { burst: Math.max(Math.min(burst, 4), Math.ceil(burst / divisor)), perSecond }
}
