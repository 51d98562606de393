import type { Allowance } from '../contract/request.ts'
import { createLimiter } from './limiter.ts'
import { networkOf } from './signInAllowance.ts'

/** What apps may do before anybody has let them in. Undefined where nothing is limited. */
export type AppAllowances = {
  /** Takes one registration from a network address. */
  takeRegistration: (address: string) => Allowance | undefined
  /** Takes one reading of a document from a host. */
  takeDocument: (host: string) => Allowance | undefined
}

/**
 * Registrations: a hundred at once and twenty a minute for each network, since every editor of an office may register
 * on the same morning. Documents: ten at once and six a minute from one host, sixty at once and one a second in all.
 */
export function appAllowances(isLimited: boolean): AppAllowances {
  if (!isLimited) return { takeRegistration: () => undefined, takeDocument: () => undefined }
  const now = () => performance.now()
  const registrations = createLimiter({ burst: 100, perSecond: 20 / 60, now })
  const ofHost = createLimiter({ burst: 10, perSecond: 6 / 60, now })
  const inAll = createLimiter({ burst: 60, perSecond: 1, now })
  return {
    takeRegistration: (address) => registrations(networkOf(address)),
    takeDocument(host) {
      const allowance = ofHost(host)
      return allowance.isWithin ? inAll('') : allowance
    },
  }
}
