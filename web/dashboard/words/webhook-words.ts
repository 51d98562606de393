import english from '../../../content/locales/en/dashboard/webhookWords.json'
import type { Webhook, WebhookDelivery } from '../client/types.ts'
import { areaWords } from '../language/area-words.ts'
import { count } from '../language/fill.ts'

const words = areaWords('webhookWords', english)

/** The name of an endpoint, else its host. */
export function webhookName({ name, url }: Pick<Webhook, 'name' | 'url'>): string {
  return name || webhookHost(url)
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
