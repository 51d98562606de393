import { createHmac, randomBytes } from 'node:crypto'

/** A new signing secret: 32 random bytes in base64, with the prefix of Standard Webhooks. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

export type SignedMessage = {
  /** The id of the event, the same for every attempt. */
  id: string
  /** Unix seconds of this attempt. */
  timestamp: number
  body: string
}

/**
 * The header `webhook-signature` (Standard Webhooks 1.0): one `v1,` signature per secret, separated by spaces. Each is
 * the HMAC-SHA-256 of `id.timestamp.body`, keyed with the bytes behind `whsec_`, in base64.
 */
export function signWebhook({ id, timestamp, body }: SignedMessage, secrets: readonly string[]): string {
  const signed = `${id}.${timestamp}.${body}`
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(secret.indexOf('_') + 1), 'base64')
      return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
    })
    .join(' ')
}
