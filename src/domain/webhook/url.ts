import { Failure } from '../../contract/failure.ts'
import type { SecretKey } from '../../contract/secret-key.ts'
import type { WebhookSettings } from '../../contract/webhook-call.ts'
import { urlContext } from './model.ts'
import type { EndpointSettings } from './store.ts'

/**
 * The address in its normal form. Fails as `url_not_allowed`, before anything is looked up: which addresses a name has
 * is checked at each request.
 */
export function checkUrl(text: string, settings: WebhookSettings): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url) throw notAllowed('is not a complete address such as https://hooks.example.com/timbre')
  const { protocol, hostname } = url
  if (protocol !== 'https:' && !(protocol === 'http:' && settings.hasPrivateNetworks))
    throw notAllowed('must start with https://')
  if (url.username !== '' || url.password !== '') throw notAllowed('must not contain a user or a password')
  if (text.includes('#')) throw notAllowed('must not have a fragment (#)')
  const number = numberIn(hostname)
  if (number !== undefined && !settings.isOpened(number))
    throw notAllowed('must have a host name, not a number')
  if (number === undefined && !hostname.includes('.') && !settings.hasPrivateNetworks)
    throw notAllowed('must have a host name with a dot')
  return url.href
}

/** The number of a host that is one. WHATWG URL writes every notation of IPv4 as four decimal numbers. */
function numberIn(hostname: string): string | undefined {
  if (hostname.startsWith('[')) return hostname.slice(1, -1)
  return /^\d{1,3}(\.\d{1,3}){3}$/.test(hostname) ? hostname : undefined
}

function notAllowed(what: string): Failure {
  return new Failure('url_not_allowed', { message: `The address ${what}.`, param: 'url' })
}

/** What is stored of an address: sealed, because it may be all that protects the receiver. */
export function storedUrl(
  url: string,
  { accountId, webhookId, secretKey }: { accountId: string; webhookId: string; secretKey: SecretKey },
): Pick<EndpointSettings, 'urlSealed' | 'urlHost' | 'urlEnd'> {
  return {
    urlSealed: secretKey.seal(url, urlContext(accountId, webhookId)),
    urlHost: new URL(url).origin,
    urlEnd: url.slice(-4),
  }
}

/** What makes two endpoints equal, under the key in use and those before it. */
export function urlKeys(
  url: string,
  types: readonly string[] | null,
  { accountId, secretKey }: { accountId: string; secretKey: SecretKey },
): readonly [Buffer, ...Buffer[]] {
  const text = JSON.stringify([accountId, url, types && [...types].sort()])
  return secretKey.macs('webhook address', text) as [Buffer, ...Buffer[]]
}
