import { ApiError } from '../client/api-error.ts'
import { call } from '../client/call.ts'
import type { InviteOutcome } from '../client/types.ts'
import { batchSize, type InviteBatches } from './invite-batches.ts'

/** What creates the campaign: with the first batch, so that leaving in between leaves no campaign without people. */
export function campaignRequest({ campaign, channel, profileIds }: InviteBatches) {
  return { ...campaign, channel, profileIds: profileIds.slice(0, batchSize), queue: true }
}

/** Creates the campaign of these invites, and sends the first batch. */
export async function createCampaignOf(
  plan: InviteBatches,
): Promise<{ campaignId: string; results: readonly InviteOutcome[] }> {
  const { campaign, campaignKey } = plan
  try {
    const body = campaignRequest(plan)
    const made = await call('POST /campaign', { body, idempotencyKey: campaignKey })
    return { campaignId: made.campaign.id, results: made.results }
  } catch (failure) {
    if (!(failure instanceof ApiError) || failure.code !== 'profile_not_found') throw failure
    // Somebody has been deleted since: the others get theirs.
    const made = await call('POST /campaign', { body: campaign, idempotencyKey: `${campaignKey}-alone` })
    return { campaignId: made.campaign.id, results: [] }
  }
}

/**
 * Sends invites in batches and reports each result. `from` is the number of people already done: after a failure,
 * the same plan continues there. Stops between two batches when the signal is aborted.
 */
export async function sendInviteBatches(
  { channel, profileIds, keys }: InviteBatches,
  {
    campaignId,
    from = 0,
    signal,
    onResults,
  }: {
    campaignId: string
    from?: number
    signal?: AbortSignal
    onResults: (results: readonly InviteOutcome[]) => void
  },
): Promise<void> {
  for (let at = from; at < profileIds.length; at += batchSize) {
    if (signal?.aborted) return
    const key = keys[at / batchSize]
    const { data } = await call('POST /profiles/invite', {
      body: { profileIds: profileIds.slice(at, at + batchSize), channel, campaignId, queue: true },
      ...(key ? { idempotencyKey: key } : {}),
    })
    onResults(data.results)
  }
}
