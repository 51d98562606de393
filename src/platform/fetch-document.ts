import { request } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { lookupAtNameServer } from './name-server.ts'

export type FetchDocumentOptions = {
  /** How names are resolved. Only tests set this. */
  lookup?: LookupFunction
  /** Whether an address may be called. Only tests allow private ones. */
  isAllowed?: (address: string) => boolean
  /** Additional trusted certificates, for tests. */
  ca?: string
}

/**
 * Reads a small JSON document from a URL that comes from outside, and only from public addresses: the name is resolved
 * once, all of its addresses must be public, and the connection goes to one of these, so that the name can't resolve
 * differently in between. Redirects aren't followed, the request doesn't identify its sender, and everything together
 * takes at most five seconds.
 */
export function fetchDocument(
  address: string,
  options: FetchDocumentOptions = {},
): Promise<{ text: string; maxAgeSeconds: number }> {
  const isAllowed = options.isAllowed ?? isPublicAddress
  const { hostname } = new URL(address)
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return Promise.reject(new Error('is at a number'))
  return new Promise((resolve, reject) => {
    const outgoing = request(address, {
      lookup: publicLookup(options.lookup ?? lookupAtNameServer(), isAllowed),
      agent: false,
      headers: { accept: 'application/json', 'accept-encoding': 'identity' },
      maxHeaderSize: 16_384,
      signal: AbortSignal.timeout(readMilliseconds),
      ...(options.ca ? { ca: options.ca } : {}),
    })
    outgoing.on('error', reject)
    outgoing.on('response', (response) => {
      const { statusCode, headers } = response
      const stop = (reason: string) => {
        outgoing.destroy()
        reject(new Error(reason))
      }
      if (statusCode !== 200) return stop(`answers ${statusCode}`)
      if (!/^application\/([\w.-]+\+)?json\b/i.test(headers['content-type'] ?? '')) return stop('is not JSON')
      const chunks: Buffer[] = []
      let length = 0
      response.on('error', reject)
      response.on('data', (chunk: Buffer) => {
        length += chunk.length
        if (length > maxBytes) stop('is larger than five kilobytes')
        else chunks.push(chunk)
      })
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8')
        resolve({ text, maxAgeSeconds: maxAgeOf(headers['cache-control']) })
      })
    })
    outgoing.end()
  })
}

const maxBytes = 5 * 1024
const readMilliseconds = 5_000

/** A lookup that fails unless all addresses of the name are allowed. */
function publicLookup(resolve: LookupFunction, isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, options, (error, resolved, family) => {
      if (error) return callback(error, '', 0)
      const addresses = Array.isArray(resolved) ? resolved.map(({ address }) => address) : [resolved]
      if (addresses.length > 0 && addresses.every(isAllowed)) return callback(null, resolved, family)
      callback(new Error('is at an address that is not public'), '', 0)
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

function maxAgeOf(header: string | undefined): number {
  const match = /(?:^|,)\s*max-age\s*=\s*"?(\d{1,9})/i.exec(header ?? '')
  return match?.[1] ? Number(match[1]) : 300
}
