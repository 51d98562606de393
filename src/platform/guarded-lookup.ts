import { BlockList, isIP, type LookupFunction } from 'node:net'

/** A lookup that fails unless all addresses of the name are allowed. */
export function guardedLookup(
  resolve: LookupFunction,
  isAllowed: (address: string) => boolean,
): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, options, (error, resolved, family) => {
      if (error) return callback(error, '', 0)
      const addresses = Array.isArray(resolved) ? resolved.map(({ address }) => address) : [resolved]
      if (addresses.length > 0 && addresses.every(isAllowed)) return callback(null, resolved, family)
      callback(new Error('is at an address that is not allowed'), '', 0)
    })
  }
}

/** Whether an address is on the public internet (RFC 6890 and the registries that follow it). */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 0) return false
  return family === 4 ? !special4.check(address) : !special6.check(address, 'ipv6')
}

// Two lists, because a combined one would match every IPv4 address as an IPv6 address, too.
const [special4, special6] = [new BlockList(), new BlockList()]
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  special4.addSubnet(network, bits, 'ipv4')
}
// Only 2000::/3 of IPv6 is assigned. Within it, ranges that map to IPv4 or lead nowhere are excluded as well.
for (const [network, bits] of [
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const) {
  special6.addSubnet(network, bits, 'ipv6')
}
