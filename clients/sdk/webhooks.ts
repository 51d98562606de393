import type { TimbreEvent } from './made/types.ts'

export type { TimbreEvent } from './made/types.ts'

/** Why a request isn't accepted: its body, its time, or its signature. Answer it with 400. */
export class WebhookRefused extends Error {
  override name = 'WebhookRefused'
  readonly reason: 'body' | 'time' | 'signature'
  constructor(reason: 'body' | 'time' | 'signature', message: string) {
    super(message)
    this.reason = reason
  }
}

type HeadersLike =
  | { get: (name: string) => string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * Checks the signature of a webhook (Standard Webhooks 1.0) and returns its event. Later versions of Timbre may send
 * types that this version doesn't list. Fails as `WebhookRefused`.
 *
 * @param rawBody the body as it was received: parsing and writing it again would change it
 * @param secrets the endpoint's secret, or several while it is being rotated
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: HeadersLike,
  secrets: string | readonly string[],
  { toleranceSeconds = 300 }: { toleranceSeconds?: number } = {},
): Promise<TimbreEvent> {
  const body =
    typeof rawBody === 'string'
      ? new TextEncoder().encode(rawBody)
      : rawBody instanceof ArrayBuffer
        ? new Uint8Array(rawBody)
        : rawBody
  if (!(body instanceof Uint8Array))
    throw new WebhookRefused('body', 'Give the body as it was received, before it is parsed.')
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    headerOf(headers, `webhook-${name}`),
  )
  if (!id || !timestamp || !signatures)
    throw new WebhookRefused('signature', 'webhook-id, webhook-timestamp or webhook-signature is missing.')
  if (!(Math.abs(Date.now() / 1_000 - Number(timestamp)) <= toleranceSeconds))
    throw new WebhookRefused('time', `The request wasn't sent within the last ${toleranceSeconds} s.`)
  const head = new TextEncoder().encode(`${id}.${timestamp}.`)
  const signed = new Uint8Array(head.length + body.length)
  signed.set(head)
  signed.set(body, head.length)
  if (!(await isSigned(signed, signatures, [secrets].flat())))
    throw new WebhookRefused('signature', "The signature doesn't match: another secret, or a changed body.")
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw new WebhookRefused('body', "The body isn't JSON.")
  }
}

async function isSigned(signed: Uint8Array<ArrayBuffer>, signatures: string, secrets: readonly string[]) {
  const given = signatures
    .split(' ')
    .flatMap((one) => (one.startsWith('v1,') ? (bytesOf(one.slice(3)) ?? []) : []))
  for (const secret of secrets) {
    const raw = bytesOf(secret.replace(/^whsec_/, ''))
    if (!raw?.length) throw new TypeError('A secret is the text that starts with whsec_.')
    const key = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, [
      'verify',
    ])
    // Compares in constant time.
    for (const one of given) if (await crypto.subtle.verify('HMAC', key, one, signed)) return true
  }
  return false
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

function headerOf(headers: HeadersLike, name: string): string | null | undefined {
  if (typeof headers.get === 'function') return headers.get(name)
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return typeof found === 'string' ? found : found?.[0]
}
