import { createHmac } from 'node:crypto'
import { lookup } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { awakeTimeout } from './awake-timeout.ts'
import { Failure, UsageError } from './failure.ts'
import { printable } from './printable.ts'

/** What a local server answered, and after how many milliseconds. */
export type Forwarded = { status: number; milliseconds: number }

/** The server did not answer, for a reason in a few words. */
export class Unanswered extends Error {}

/** The address that `--forward-to` names. Fails as `UsageError`. */
export function readTarget(text: string): URL {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) {
    throw new UsageError('--forward-to must be an address such as http://localhost:4242/hooks')
  }
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !isPrivate(host)) throw notPrivate(url)
  return url
}

/**
 * Sends one event as a webhook would be sent (Standard Webhooks 1.0). Any status is an answer. Fails as `Unanswered`
 * without one, and as `Failure` if the name is at an address that is not private.
 */
export async function forward(
  target: URL,
  event: { id: string },
  { secret, signal, answerSeconds = 60 }: { secret: string; signal?: AbortSignal; answerSeconds?: number },
): Promise<Forwarded> {
  const timeout = awakeTimeout(answerSeconds, signal ? [signal] : [])
  try {
    return await post(target, signed(event, secret), timeout.signal)
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof Failure) throw error
    const reason = timeout.signal.aborted ? `no answer within ${answerSeconds} s` : codeOf(error)
    throw new Unanswered(printable(reason))
  } finally {
    timeout.end()
  }
}

type Message = { body: string; headers: Record<string, string> }

function signed(event: { id: string }, secret: string): Message {
  const body = JSON.stringify(event)
  const timestamp = Math.floor(Date.now() / 1_000)
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signature = createHmac('sha256', key).update(`${event.id}.${timestamp}.${body}`).digest('base64')
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': 'Timbre-CLI/0.1',
      'webhook-id': event.id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': `v1,${signature}`,
    },
  }
}

function post(target: URL, { body, headers }: Message, signal: AbortSignal): Promise<Forwarded> {
  const request = target.protocol === 'https:' ? requestHttps : requestHttp
  const began = performance.now()
  return new Promise((resolve, reject) => {
    // A connection for each event: one that the server has just closed would look like a request without an answer.
    const sent = request(target, {
      method: 'POST',
      headers,
      signal,
      agent: false,
      lookup: privateLookup(target),
    })
    sent.on('error', reject)
    sent.on('response', (response) => {
      const { statusCode: status = 0 } = response
      resolve({ status, milliseconds: Math.round(performance.now() - began) })
      // The status is the answer; what follows is neither read nor awaited.
      response.on('error', () => {}).destroy()
    })
    sent.end(body)
  })
}

function privateLookup(target: URL): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0)
      if (!addresses.every(({ address }) => isPrivate(address))) return callback(notPrivate(target), '', 0)
      const [first] = addresses
      if (options.all || !first) return callback(null, addresses)
      callback(null, first.address, first.family)
    })
  }
}

function notPrivate({ hostname }: URL): Failure {
  return new Failure(
    `${printable(hostname)} is not on this machine or in a private network. Add a webhook for public addresses.`,
  )
}

function isPrivate(address: string): boolean {
  const [plain = ''] = address.split('%')
  return isIP(plain) === 4 ? private4.check(plain) : isIP(plain) === 6 && private6.check(plain, 'ipv6')
}

// Without link-local networks: machines in clouds find their credentials there.
const [private4, private6] = [new BlockList(), new BlockList()]
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  private4.addSubnet(network, bits, 'ipv4')
}
for (const [network, bits] of [
  ['::1', 128],
  ['fc00::', 7],
] as const) {
  private6.addSubnet(network, bits, 'ipv6')
}

function codeOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return code ?? message
}
