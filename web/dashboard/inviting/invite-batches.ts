import type { campaignBody } from '../words/campaign-values.ts'
import { type Channel, channelFor, type DeliveryMode, type Reachable } from '../words/delivery.ts'

/** The API's maximum per call. */
export const batchSize = 100

export type InviteBatches = {
  /** Everyone, in the order of the batches. */
  readonly profileIds: readonly string[]
  readonly batches: readonly InviteBatch[]
  /** The campaign to create for them, the id of one that is there, or none. */
  readonly campaign: ReturnType<typeof campaignBody> | string | undefined
  /** Kept for retries as those of the batches, so that there is one campaign. */
  readonly campaignKey: string
}

export type InviteBatch = {
  readonly channel: Channel
  readonly profileIds: readonly string[]
  /** An idempotency key, kept for retries, so no one gets two emails. */
  readonly key: string
}

/** Those who can't be reached this way are in a batch too, so that they have a result with the reason. */
export function planInviteBatches(
  people: readonly (Reachable & { readonly id: string })[],
  way: DeliveryMode,
  campaign: InviteBatches['campaign'],
): InviteBatches {
  const usual = way === 'sms' ? 'sms' : 'email'
  const batches = (['email', 'sms'] as const).flatMap((channel) => {
    const ids = people.flatMap((one) => ((channelFor(one, way) ?? usual) === channel ? [one.id] : []))
    return Array.from({ length: Math.ceil(ids.length / batchSize) }, (_, place) => ({
      channel,
      profileIds: ids.slice(place * batchSize, (place + 1) * batchSize),
      key: crypto.randomUUID(),
    }))
  })
  const profileIds = batches.flatMap((batch) => batch.profileIds)
  return { profileIds, batches, campaign, campaignKey: crypto.randomUUID() }
}
