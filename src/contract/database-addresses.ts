/**
 * The servers of a database address, in its order, each as an address of its own: `postgres://user@one,two:5433/timbre`
 * names two. URL parsers know only one host.
 */
export function databaseAddresses(address: string): string[] {
  const [, start = '', hosts = '', rest = ''] =
    /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(address) ?? []
  return hosts.split(',').map((host) => `${start}${host}${rest}`)
}
