import type { OutgoingText } from '../contract/ports.ts'

export type SmsOptions = {
  /** Where the provider, or a small adapter in front of one, takes messages. */
  smsUrl: string
  /** Longest wait for the provider's answer. */
  silenceMilliseconds?: number
}

export type SmsTransport = (message: OutgoingText & { messageId: string }) => Promise<void>

/**
 * Hands a text message to an HTTP provider: `POST` of `{messageId, to, text}` as JSON, with the message's id as
 * `Idempotency-Key`, so that a repeat after a lost answer sends nothing twice. A user and password in the address
 * become Basic authorization. Any 2xx is a success; 408, 425, 429 and 5xx are tried again, other answers are final.
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
    // The status says it all; what breaks behind it undoes nothing.
    await response.body?.cancel().catch(() => {})
    if (!response.ok) throw new SmsRefusal(response.status)
  }
}

/** A redirect is not followed: the number and the link go to the configured provider and nowhere else. */
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
