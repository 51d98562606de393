import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { GuardedFetch } from '../contract/guarded-fetch.ts'
import { createAddressGuard, type WebhookCallerOptions } from './webhook-request.ts'

/**
 * Reads what the identity provider of an account answers, under the same rules as webhooks: names are resolved at each
 * request, all addresses must be allowed, and the connection goes to one of them.
 */
export function createGuardedFetch(options: WebhookCallerOptions): GuardedFetch {
  const lookupFor = createAddressGuard(options)
  const { ca, timeoutMilliseconds = 5_000 } = options
  return async (address, { method, headers, body }) => {
    const url = new URL(address)
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const outgoing = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
        method,
        lookup: lookupFor(url),
        agent: false,
        headers: {
          ...headers,
          'accept-encoding': 'identity',
          ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
        },
        maxHeaderSize: 16_384,
        minVersion: 'TLSv1.2',
        signal: AbortSignal.timeout(timeoutMilliseconds),
        ...(ca ? { ca } : {}),
      })
      outgoing.on('error', reject)
      outgoing.on('response', resolve)
      outgoing.end(body)
    })
    const { statusCode = 0, headers: received } = response
    if (statusCode < 200 || (statusCode >= 300 && statusCode < 400)) {
      response.destroy()
      throw new Error(`answers ${statusCode}`)
    }
    const type = received['content-type']
    return new Response(new Uint8Array(await readAll(response)), {
      status: statusCode,
      headers: type ? { 'content-type': type } : {},
    })
  }
}

/** Enough for the keys of any provider. */
const maxBytes = 256 * 1024

async function readAll(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response) {
    length += (chunk as Buffer).length
    if (length > maxBytes) throw new Error('answers more than 256 kilobytes')
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}
