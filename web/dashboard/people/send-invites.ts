import { call } from '../client/call.ts'
import type { InviteOutcome } from '../client/types.ts'
import { batchSize, type InviteBatches } from './invite-batches.ts'

/** Creates the campaign of these invites and returns its id. */
export async function createCampaignOf({ campaign, campaignKey }: InviteBatches): Promise<string> {
  return (await call('POST /campaign', { body: campaign, idempotencyKey: campaignKey })).campaign.id
}

/**
 * Sends invites in batches and reports each result. `from` is the number of batches already sent: after a failure,
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
      body: { profileIds: profileIds.slice(at, at + batchSize), channel, campaignId },
      ...(key ? { idempotencyKey: key } : {}),
    })
    onResults(data.results)
  }
}
