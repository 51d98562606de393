import type { WebhookRequest } from '../../contract/webhook-call.ts'

/**
 * `PATCH {url}`: no body; Greenhouse then asks for `test_status`.
 *
 * Unverified: which key it expects. Its sample has a Basic header, and other integrations send the customer's own key.
 * So the account's key at Greenhouse is sent if one is stored, and otherwise the connection's, which Greenhouse has.
 */
export function greenhouseRequest(
  url: string,
  { key, remoteKey, userAgent }: { key: string; remoteKey: string | undefined; userAgent: string },
): WebhookRequest {
  return {
    url,
    method: 'PATCH',
    headers: {
      authorization: `Basic ${Buffer.from(`${remoteKey ?? key}:`).toString('base64')}`,
      accept: 'application/json',
      'user-agent': userAgent,
    },
    body: '',
  }
}
