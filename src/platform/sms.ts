import type { OutgoingText } from '../contract/ports.ts'

export type SmsOptions = {
  /** URL of the provider, or of a small adapter in front of one. */
  smsUrl: string
  /** Maximum time for the provider's response. */
  silenceMilliseconds?: number
}

export type SmsTransport = (message: OutgoingText & { messageId: string }) => Promise<void>

/**
 * Sends a text message through an HTTP provider: `POST` of `{messageId, to, text}` as JSON, with the message ID as
 * `Idempotency-Key`, so that a retry after a lost response sends nothing twice. User and password in the URL become
 * Basic authorization. Any 2xx is a success; 408, 425, 429 and 5xx are retried; other responses are final.
 */
export function smsTransport({ smsUrl, silenceMilliseconds = 15_000 }: SmsOptions): SmsTransport {
  const { address, authorization } = readAddress(smsUrl)
  return async ({ messageId, to, text }) => {
    const response = await post(address, {
      headers: {
        'content-type': 'application/json',
        'idempotency-key': messageId,
        ...(authorization ? { authorization } : {}),
      },
      body: JSON.stringify({ messageId, to, text }),
      signal: AbortSignal.timeout(silenceMilliseconds),
    })
    // The status is enough. A connection that breaks after it changes nothing.
    await response.body?.cancel().catch(() => {})
    if (!response.ok) throw new SmsRefusal(response.status)
  }
}

/** Doesn't follow redirects: number and link go only to the configured provider. */
async function post(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, { method: 'POST', redirect: 'manual', ...init })
  } catch (cause) {
    throw new SmsRefusal(0, { cause })
  }
}

export class SmsRefusal extends Error {
  readonly permanent: boolean
  /** The provider's status, or `NO_ANSWER`. Safe to log. */
  readonly code: string
  constructor(status: number, options?: ErrorOptions) {
    super(status === 0 ? 'The provider did not answer' : `The provider answered ${status}`, options)
    this.name = 'SmsRefusal'
    this.permanent = status >= 300 && status < 500 && ![408, 425, 429].includes(status)
    this.code = status === 0 ? 'NO_ANSWER' : String(status)
  }
}

function readAddress(smsUrl: string): { address: string; authorization: string | undefined } {
  const url = new URL(smsUrl)
  const user = decodeURIComponent(url.username)
  const password = decodeURIComponent(url.password)
  url.username = ''
  url.password = ''
  const basic = Buffer.from(`${user}:${password}`).toString('base64')
  return { address: url.href, authorization: user ? `Basic ${basic}` : undefined }
}
