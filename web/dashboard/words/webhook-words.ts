import type { Webhook, WebhookDelivery } from '../client/types.ts'

/** The name of an endpoint, else its host. */
export function webhookName({ name, url }: Pick<Webhook, 'name' | 'url'>): string {
  return name || webhookHost(url)
}

/** The host of an address, which people without the right to change endpoints see only the origin of. */
export function webhookHost(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}

export const deliveryWords: Record<WebhookDelivery['state'], string> = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
  cancelled: 'Canceled',
}

const reasons: Record<NonNullable<Webhook['disabledReason']>, string> = {
  failing: 'Timbre disabled it after five days of failures.',
  gone: 'Timbre disabled it because it answered 410 (gone).',
  backlog: 'Timbre disabled it because too many deliveries were waiting.',
  grantEnded: 'Timbre disabled it because the app that created it was disconnected.',
}

/** Why an endpoint is disabled. */
export function disabledText({ disabledReason }: Pick<Webhook, 'disabledReason'>): string {
  return disabledReason ? reasons[disabledReason] : 'A member or an app disabled it.'
}

/** “All types”, “profile.completed and 2 more”. */
export function typesText(types: Webhook['types']): string {
  if (!types) return 'All types'
  const [first = '', ...others] = types
  return others.length === 0 ? first : `${first} and ${others.length} more`
}
