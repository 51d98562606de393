import english from '../../../content/locales/en/dashboard/webhookWords.json'
import type { Webhook, WebhookDelivery } from '../client/types.ts'
import { areaWords } from '../language/area-words.ts'
import { count } from '../language/fill.ts'

const words = areaWords('webhookWords', english)

/** The name of an endpoint, else its host and path: two endpoints may have the same host. */
export function webhookName({ name, url }: Pick<Webhook, 'name' | 'url'>): string {
  return name || webhookAddress(url)
}

/** `hooks.example.com/timbre`. People without the right to change endpoints see the end of the address only. */
function webhookAddress(url: string): string {
  if (!URL.canParse(url)) return url
  const { host, pathname } = new URL(url)
  return pathname === '/' ? host : host + decoded(pathname)
}

/** The path as it was written: a parsed address has “…” in it as percent codes. */
function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/** The host of an address, which people without the right to change endpoints see only the origin of. */
export function webhookHost(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}

export const deliveryWords: Record<WebhookDelivery['state'], string> = words.deliveries

/** Why an endpoint is disabled. */
export function disabledText({ disabledReason }: Pick<Webhook, 'disabledReason'>): string {
  return words.disabled[disabledReason ?? 'byHand']
}

/** “All types”, “profile.completed and 2 more”. */
export function typesText(types: Webhook['types']): string {
  if (!types) return words.allTypes
  const [first = '', ...others] = types
  return others.length === 0 ? first : count(words.typesAndMore, others.length, { first })
}
