import type { SecretKey } from '../../contract/secret-key.ts'
import type { WebhookRequest } from '../../contract/webhook-call.ts'
import { signWebhook } from '../../identity/webhook-signature.ts'
import { formerSecretContext, secretContext, urlContext } from './model.ts'
import type { EndpointRow } from './store.ts'

/** What an endpoint's row has for a request. */
export type SealedEndpoint = Pick<
  EndpointRow,
  'urlSealed' | 'secretSealed' | 'formerSecretSealed' | 'formerSecretUntil'
> & { accountId: string; webhookId: string }

export type Message = {
  /** The id of the event, which is the `webhook-id`. */
  id: string
  body: string
  /** The id of the delivery, and the number of this attempt. */
  delivery?: { id: string; attempt: number; isReplay: boolean }
}

/** The request for one attempt, signed with the secrets that are valid now: the newer one first. */
export function signedRequest(
  endpoint: SealedEndpoint,
  { id, body, delivery }: Message,
  { secretKey, now, userAgent }: { secretKey: SecretKey; now: Date; userAgent: string },
): WebhookRequest {
  const { accountId, webhookId } = endpoint
  const timestamp = Math.floor(now.getTime() / 1_000)
  return {
    url: secretKey.unseal(endpoint.urlSealed, urlContext(accountId, webhookId)).toString('utf8'),
    headers: {
      'content-type': 'application/json',
      'user-agent': userAgent,
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signWebhook({ id, timestamp, body }, validSecrets(endpoint, secretKey, now)),
      ...(delivery && {
        'timbre-delivery': delivery.id,
        'timbre-attempt': String(delivery.attempt),
        ...(delivery.isReplay && { 'timbre-replay': 'true' }),
      }),
    },
    body,
  }
}

/** The secrets that sign requests now, the newer one first. */
export function validSecrets(endpoint: SealedEndpoint, secretKey: SecretKey, now: Date): string[] {
  const { accountId, webhookId, secretSealed, formerSecretSealed, formerSecretUntil } = endpoint
  const current = secretKey.unseal(secretSealed, secretContext(accountId, webhookId)).toString('utf8')
  const isRotating = formerSecretUntil !== null && Date.parse(formerSecretUntil) > now.getTime()
  if (!formerSecretSealed || !isRotating) return [current]
  const former = secretKey.unseal(formerSecretSealed, formerSecretContext(accountId, webhookId))
  return [current, former.toString('utf8')]
}

/** Names the sender, and where its events are described. */
export function userAgentOf(publicUrl: string): string {
  return `Timbre/0.1 (+${publicUrl}/docs/events)`
}
