import type { campaignBody } from '../words/campaign-values.ts'

/** The API's maximum per call. */
export const batchSize = 100

export type InviteBatches = {
  readonly channel: 'email' | 'sms'
  readonly profileIds: readonly string[]
  /** The campaign to create for them, the id of one that is there, or none. */
  readonly campaign: ReturnType<typeof campaignBody> | string | undefined
  /** Kept for retries as those of the batches, so that there is one campaign. */
  readonly campaignKey: string
  /** One idempotency key per batch, kept for retries, so no one gets two emails. */
  readonly keys: readonly string[]
}

export function planInviteBatches({
  channel,
  profileIds,
  campaign,
}: Pick<InviteBatches, 'channel' | 'profileIds' | 'campaign'>): InviteBatches {
  const batches = Math.ceil(profileIds.length / batchSize)
  const keys = Array.from({ length: batches }, () => crypto.randomUUID())
  return { channel, profileIds, campaign, campaignKey: crypto.randomUUID(), keys }
}
