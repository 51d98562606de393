/** A request to a webhook endpoint, or to a system that ordered an assessment. */
export type WebhookRequest = {
  url: string
  /** Default: POST. */
  method?: 'POST' | 'PATCH'
  headers: Readonly<Record<string, string>>
  body: string
}

/** What came of it. */
export type WebhookResponse = {
  /** The status of the answer; null if there was none. */
  status: number | null
  milliseconds: number
  /** Why there is no answer, in one or two words. */
  error: string | null
  /** The beginning of the answer, without secrets and addresses. */
  excerpt: string | null
  /** If the receiver said when to try again. */
  retryAfterSeconds?: number | undefined
}

/** Sends one request. Never throws, follows no redirect, and takes at most ten seconds. */
export type CallWebhook = (request: WebhookRequest) => Promise<WebhookResponse>

/** What an operator allows of the addresses of endpoints. */
export type WebhookSettings = {
  /** Whether the operator has opened networks besides the public internet; `http://` is allowed there. */
  hasPrivateNetworks: boolean
  /** Whether an address is in one of them. */
  isOpened: (address: string) => boolean
  /** The outgoing addresses of this installation, for firewalls. */
  sourceAddresses: readonly string[]
}
