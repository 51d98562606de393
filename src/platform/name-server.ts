import { promises } from 'node:dns'
import type { LookupFunction } from 'node:net'

export type NameServerOptions = {
  /** Those of the machine when left out. */
  servers?: readonly string[]
  timeoutMilliseconds?: number
}

/**
 * Looks up names that strangers choose, at the name servers themselves. The look-up of the system would keep a thread
 * of this process for as long as a name server stays silent, and there are two for all names: whoever owns a silent
 * one could hold up letters and regions. It would also know names that only this machine has.
 */
export function lookupAtNameServer({
  servers,
  timeoutMilliseconds = 2_000,
}: NameServerOptions = {}): LookupFunction {
  return (hostname, options, callback) => {
    const resolver = new promises.Resolver({ timeout: timeoutMilliseconds, tries: 1 })
    if (servers) resolver.setServers(servers)
    const asked = [
      resolver.resolve4(hostname).then((found) => found.map((address) => ({ address, family: 4 }))),
      resolver.resolve6(hostname).then((found) => found.map((address) => ({ address, family: 6 }))),
    ]
    void Promise.allSettled(asked).then((answers) => {
      const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
      const [first] = found
      const failed = answers.find((answer) => answer.status === 'rejected')
      if (!first) return callback(failed?.reason ?? new Error('has no address'), '', 0)
      if (options.all) callback(null, found)
      else callback(null, first.address, first.family)
    })
  }
}
