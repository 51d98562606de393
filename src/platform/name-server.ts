import { promises } from 'node:dns'
import type { LookupFunction } from 'node:net'
import type { LookUpTxt } from '../contract/guarded-fetch.ts'

export type NameServerOptions = {
  /** Default: those of the machine. */
  servers?: readonly string[]
  timeoutMilliseconds?: number
}

/**
 * Resolves names that come from outside directly at name servers. The system's lookup would block a thread of this
 * process for as long as a name server doesn't respond, and there are only two for all names: anyone with an
 * unresponsive name server could block emails and calls between regions. It would also resolve names that only this
 * machine has.
 */
export function lookupAtNameServer({
  servers,
  timeoutMilliseconds = 2_000,
}: NameServerOptions = {}): LookupFunction {
  return (hostname, options, callback) => {
    const resolver = new promises.Resolver({ timeout: timeoutMilliseconds, tries: 1 })
    if (servers) resolver.setServers(servers)
    const queries = [
      resolver.resolve4(hostname).then((found) => found.map((address) => ({ address, family: 4 }))),
      resolver.resolve6(hostname).then((found) => found.map((address) => ({ address, family: 6 }))),
    ]
    void Promise.allSettled(queries).then((results) => {
      const addresses = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
      const [first] = addresses
      const failed = results.find((answer) => answer.status === 'rejected')
      if (!first) return callback(failed?.reason ?? new Error('has no address'), '', 0)
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}

/** Reads TXT records, also at name servers only. A record in several strings is one text (RFC 7208 section 3.3). */
export function lookUpTxtAtNameServer({
  servers,
  timeoutMilliseconds = 3_000,
}: NameServerOptions = {}): LookUpTxt {
  return async (name) => {
    const resolver = new promises.Resolver({ timeout: timeoutMilliseconds, tries: 2 })
    if (servers) resolver.setServers(servers)
    try {
      return (await resolver.resolveTxt(name)).map((strings) => strings.join(''))
    } catch (error) {
      if (['ENOTFOUND', 'ENODATA'].includes((error as NodeJS.ErrnoException).code ?? '')) return []
      throw error
    }
  }
}
