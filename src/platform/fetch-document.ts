import { request } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { guardedLookup, isPublicAddress } from './guarded-lookup.ts'
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
      lookup: guardedLookup(options.lookup ?? lookupAtNameServer(), isAllowed),
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

function maxAgeOf(header: string | undefined): number {
  const match = /(?:^|,)\s*max-age\s*=\s*"?(\d{1,9})/i.exec(header ?? '')
  return match?.[1] ? Number(match[1]) : 300
}
