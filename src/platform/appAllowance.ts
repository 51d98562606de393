import type { Allowance } from '../contract/request.ts'
import { createLimiter } from './limiter.ts'
import { networkOf } from './signInAllowance.ts'

/** What apps may do before anybody has let them in. Undefined where nothing is limited. */
export type AppAllowances = {
  /** Takes one registration from a network address. */
  takeRegistration: (address: string) => Allowance | undefined
  /** Takes one request to be let in from a network address; each waits in the database for an hour. */
  takeAuthorization: (address: string) => Allowance | undefined
  /** Takes one reading of a document from a host, for a network address where one asked for it. */
  takeDocument: (host: string, asker: string | undefined) => Allowance | undefined
  /** How many wrong secrets of an app may still be tried from a network address; `note` takes one. */
  wrongSecrets: {
    look: (clientId: string, address: string) => Allowance | undefined
    note: (clientId: string, address: string) => void
  }
}

/**
 * Registrations: a hundred at once and twenty a minute for each network, since every editor of an office may register
 * on the same morning. Requests to be let in: three hundred at once and two a second for each network. Documents: for
 * each network ten at once and six a minute from one host, and thirty at once and ten a minute from all; then sixty at
 * once and thirty a minute from one host, and a hundred and twenty at once and two a second in all, so that no network
 * alone can have the documents of others go unread.
 * Wrong secrets: ten at once and ten a minute for each app and network, so that nobody can lock an app out by guessing.
 */
export function appAllowances(isLimited: boolean): AppAllowances {
  if (!isLimited) return unlimited
  const now = () => performance.now()
  const registrations = createLimiter({ burst: 100, perSecond: 20 / 60, now })
  const authorizations = createLimiter({ burst: 300, perSecond: 2, now })
  const ofHostForNetwork = createLimiter({ burst: 10, perSecond: 6 / 60, now })
  const forNetwork = createLimiter({ burst: 30, perSecond: 10 / 60, now })
  const ofHost = createLimiter({ burst: 60, perSecond: 30 / 60, now })
  const inAll = createLimiter({ burst: 120, perSecond: 2, now })
  const secrets = createLimiter({ burst: 10, perSecond: 10 / 60, now })
  const guessed = (clientId: string, address: string) => `${networkOf(address)} ${clientId}`
  return {
    takeRegistration: (address) => registrations(networkOf(address)),
    takeAuthorization: (address) => authorizations(networkOf(address)),
    takeDocument(host, asker) {
      const network = asker && networkOf(asker)
      const takes = [
        ...(network ? [() => ofHostForNetwork(`${network} ${host}`), () => forNetwork(network)] : []),
        ...[() => ofHost(host), () => inAll('')],
      ]
      return firstRefusal(takes)
    },
    wrongSecrets: {
      look: (clientId, address) => secrets(guessed(clientId, address), 0),
      note: (clientId, address) => void secrets(guessed(clientId, address)),
    },
  }
}

/** Takes one after the other, and no further where there is none left; who is refused takes nothing of what follows. */
function firstRefusal(takes: readonly (() => Allowance)[]): Allowance | undefined {
  let allowance: Allowance | undefined
  for (const take of takes) {
    allowance = take()
    if (!allowance.isWithin) break
  }
  return allowance
}

const unlimited: AppAllowances = {
  takeRegistration: () => undefined,
  takeAuthorization: () => undefined,
  takeDocument: () => undefined,
  wrongSecrets: { look: () => undefined, note: () => {} },
}
