import type { Allowance } from '../contract/request.ts'
import { createLimiter } from './limiter.ts'
import { networkOf } from './signInAllowance.ts'

/** What apps may do before anybody has let them in. Undefined where nothing is limited. */
export type AppAllowances = {
  /** Takes one registration from a network address. */
  takeRegistration: (address: string) => Allowance | undefined
  /** Takes one request to be let in from a network address; each waits in the database for an hour. */
  takeAuthorization: (address: string) => Allowance | undefined
  /** Takes one reading of a document from a host. */
  takeDocument: (host: string) => Allowance | undefined
  /** How many wrong secrets of an app may still be tried from a network address; `note` takes one. */
  wrongSecrets: {
    look: (clientId: string, address: string) => Allowance | undefined
    note: (clientId: string, address: string) => void
  }
}

/**
 * Registrations: a hundred at once and twenty a minute for each network, since every editor of an office may register
 * on the same morning. Requests to be let in: three hundred at once and two a second for each network. Documents: ten at once and six a minute from one host, sixty at once and one a second in all.
 * Wrong secrets: ten at once and ten a minute for each app and network, so that nobody can lock an app out by guessing.
 */
export function appAllowances(isLimited: boolean): AppAllowances {
  if (!isLimited) return unlimited
  const now = () => performance.now()
  const registrations = createLimiter({ burst: 100, perSecond: 20 / 60, now })
  const authorizations = createLimiter({ burst: 300, perSecond: 2, now })
  const ofHost = createLimiter({ burst: 10, perSecond: 6 / 60, now })
  const inAll = createLimiter({ burst: 60, perSecond: 1, now })
  const secrets = createLimiter({ burst: 10, perSecond: 10 / 60, now })
  const guessed = (clientId: string, address: string) => `${networkOf(address)} ${clientId}`
  return {
    takeRegistration: (address) => registrations(networkOf(address)),
    takeAuthorization: (address) => authorizations(networkOf(address)),
    takeDocument(host) {
      const allowance = ofHost(host)
      return allowance.isWithin ? inAll('') : allowance
    },
    wrongSecrets: {
      look: (clientId, address) => secrets(guessed(clientId, address), 0),
      note: (clientId, address) => void secrets(guessed(clientId, address)),
    },
  }
}

const unlimited: AppAllowances = {
  takeRegistration: () => undefined,
  takeAuthorization: () => undefined,
  takeDocument: () => undefined,
  wrongSecrets: { look: () => undefined, note: () => {} },
}
