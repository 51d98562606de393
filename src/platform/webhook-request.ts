import { lookup as systemLookup } from 'node:dns'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import type { CallWebhook, WebhookRequest, WebhookResponse } from '../contract/webhook-call.ts'
import { guardedLookup, isPublicAddress } from './guarded-lookup.ts'
import { lookupAtNameServer } from './name-server.ts'

export type WebhookCallerOptions = {
  /** Networks besides the public internet that may be called, as CIDR. */
  privateNetworks: readonly string[]
  /** How names are resolved. Only tests set this. */
  lookup?: LookupFunction
  /** Additional trusted certificates, for tests. */
  ca?: string
  timeoutMilliseconds?: number
}

/**
 * Sends signed requests to addresses that accounts have chosen. The name is resolved at each request, all of its
 * addresses must be allowed, and the connection goes to one of these, so that the name can't resolve differently in
 * between. Public addresses need TLS. Other networks may be called only if the operator has opened them.
 */
export function createWebhookCaller(options: WebhookCallerOptions): CallWebhook {
  const lookupFor = createAddressGuard(options)
  return async (request) => {
    const began = performance.now()
    const milliseconds = () => Math.round(performance.now() - began)
    try {
      const answer = await send(request, options, lookupFor(new URL(request.url)))
      return { ...answer, milliseconds: milliseconds(), error: null }
    } catch (error) {
      return { status: null, milliseconds: milliseconds(), error: wordFor(error), excerpt: null }
    }
  }
}

/** Resolves the name of an address to what may be called there. Throws for an address that may not be called at all. */
export function createAddressGuard({
  privateNetworks,
  lookup,
}: WebhookCallerOptions): (url: URL) => LookupFunction {
  const isPrivate = openedNetworks(privateNetworks)
  const resolve = lookup ?? (privateNetworks.length > 0 ? lookupHereToo() : lookupAtNameServer())
  return (url) => guardedLookup(resolve, allowedAt(url, isPrivate))
}

/** Fails for a number in the address that must not be called: numbers are never resolved. */
function allowedAt({ protocol, hostname }: URL, isPrivate: (address: string) => boolean) {
  const isAllowed = (address: string) =>
    isPrivate(address) || (protocol === 'https:' && isPublicAddress(address))
  const number = hostname.replace(/^\[|\]$/g, '')
  if (isIP(number) !== 0 && !isPrivate(number)) throw new Error('not allowed')
  return isAllowed
}

function send(
  { url, method = 'POST', headers, body }: WebhookRequest,
  { ca, timeoutMilliseconds = 10_000 }: WebhookCallerOptions,
  lookup: LookupFunction,
): Promise<Pick<WebhookResponse, 'status' | 'excerpt' | 'retryAfterSeconds'>> {
  return new Promise((resolve, reject) => {
    const outgoing = (url.startsWith('https:') ? httpsRequest : httpRequest)(url, {
      method,
      lookup,
      agent: false,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      maxHeaderSize: 16_384,
      minVersion: 'TLSv1.2',
      signal: AbortSignal.timeout(timeoutMilliseconds),
      ...(ca ? { ca } : {}),
    })
    outgoing.on('error', reject)
    outgoing.on('response', (response) => {
      readBeginning(response).then((text) => {
        outgoing.destroy()
        resolve({
          status: response.statusCode ?? null,
          excerpt: excerptOf(text),
          retryAfterSeconds: retryAfterOf(response.headers['retry-after']),
        })
      }, reject)
    })
    outgoing.end(body)
  })
}

/** The first four kilobytes of the body; the rest is not awaited. */
function readBeginning(response: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    const end = () => resolve(Buffer.concat(chunks).toString('utf8', 0, maxBytes))
    response.on('error', reject)
    response.on('end', end)
    response.on('data', (chunk: Buffer) => {
      length += chunk.length
      chunks.push(chunk)
      if (length >= maxBytes) end()
    })
  })
}

const maxBytes = 4_096
const maxExcerpt = 1_024

/** Receivers may answer with what they were sent, or with what they know. */
function excerptOf(text: string): string | null {
  const shown = text
    .slice(0, 2 * maxExcerpt)
    .replaceAll('\0', '')
    .toWellFormed()
    .split(/(\s+|[<>"'(),;])/)
    .map((word) => (isSecret(word) ? '[removed]' : word))
    .join('')
    .replace(/\bBearer\s+\S+/gi, 'Bearer [removed]')
    .slice(0, maxExcerpt)
  return shown === '' ? null : shown
}

function isSecret(word: string): boolean {
  return word.includes('@') || word.includes('tmb_') || word.includes('whsec_')
}

/** Seconds, from a number or a date (RFC 9110 section 10.2.3); at most a day. */
function retryAfterOf(header: string | undefined): number | undefined {
  if (header === undefined) return undefined
  const seconds = /^\d{1,9}$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(Math.ceil(seconds), 86_400) : undefined
}

function wordFor(error: unknown): string {
  const { code, name, message } = error as { code?: string; name?: string; message?: string }
  if (name === 'AbortError' || name === 'TimeoutError') return 'timeout'
  if (message?.includes('not allowed')) return 'address not allowed'
  if (code === 'ENOTFOUND' || code === 'ENODATA' || message === 'has no address') return 'unknown host'
  if (code === 'ECONNREFUSED') return 'connection refused'
  if (code?.startsWith('ERR_TLS') || code?.includes('CERT') || code === 'EPROTO') return 'certificate or TLS'
  return 'connection failed'
}

/** Whether an address is in one of these networks. Link-local addresses never are. */
export function openedNetworks(networks: readonly string[]): (address: string) => boolean {
  const [opened, openedLoopback] = [new BlockList(), new BlockList()]
  for (const network of networks) {
    const [base = '', bits = isIP(base) === 6 ? '128' : '32'] = network.split('/')
    const family = isIP(base) === 6 ? 'ipv6' : 'ipv4'
    // Loopback counts only if it is named itself, and not as part of a larger network.
    const list = loopback.check(base, family) ? openedLoopback : opened
    list.addSubnet(base, Number(bits), family)
  }
  return (address) => {
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (isIP(address) === 0 || linkLocal.check(address, family)) return false
    return (loopback.check(address, family) ? openedLoopback : opened).check(address, family)
  }
}

const [linkLocal, loopback] = [new BlockList(), new BlockList()]
linkLocal.addSubnet('169.254.0.0', 16, 'ipv4')
linkLocal.addSubnet('fe80::', 10, 'ipv6')
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/**
 * For operators who have opened networks of their own: names that only this machine has are found too. Only after the
 * name servers have said that there is no such name: the system's lookup would block a thread while one doesn't answer.
 */
function lookupHereToo(): LookupFunction {
  const lookUp = lookupAtNameServer()
  return (hostname, options, callback) => {
    if (!hostname.includes('.')) return systemLookup(hostname, options, callback)
    lookUp(hostname, options, (error, address, family) => {
      const isUnknown = error?.code === 'ENOTFOUND' || error?.code === 'ENODATA'
      if (isUnknown) return systemLookup(hostname, options, callback)
      callback(error, address, family)
    })
  }
}
