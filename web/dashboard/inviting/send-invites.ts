import { call } from '../client/call.ts'
import type { InviteOutcome } from '../client/types.ts'
import { refusalsAfter } from '../ui/refusals-after.ts'
import { batchSize, type InviteBatches } from './invite-batches.ts'

/** What creates the campaign: with the first batch, so that there is none without people. */
export function campaignRequest({ campaign, channel, profileIds }: InviteBatches, from = 0) {
  if (typeof campaign !== 'object') return undefined
  const first = profileIds.slice(from, from + batchSize)
  return { ...campaign, channel, profileIds: first, queue: true, onlyIfInvited: true }
}

/**
 * Creates the campaign of these invites, and sends the first batch, or the one after `from`. If none of the batch can be invited, there is no
 * campaign, and the results say why.
 */
export async function createCampaignOf(
  plan: InviteBatches,
  from: number,
): Promise<{ campaignId: string | undefined; results: readonly InviteOutcome[] }> {
  const body = campaignRequest(plan, from)
  if (!body) throw new Error('These invites have no campaign to create.')
  const { channel } = plan
  const key = from === 0 ? plan.campaignKey : `${plan.campaignKey}-${from}`
  try {
    const made = await call('POST /campaign', { body, idempotencyKey: key })
    return { campaignId: made.campaign.id, results: made.results }
  } catch (failure) {
    const refused = await refusalsAfter(failure, { channel, profileIds: body.profileIds })
    const profileIds = body.profileIds.filter((id) => !refused.some((one) => one.profileId === id))
    if (profileIds.length === 0) return { campaignId: undefined, results: refused }
    // Somebody has been deleted since: the others get theirs.
    const others = { body: { ...body, profileIds }, idempotencyKey: `${key}-others` }
    const made = await call('POST /campaign', others)
    return { campaignId: made.campaign.id, results: [...made.results, ...refused] }
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
    /** Without it, the invites belong to no campaign. */
    campaignId: string | undefined
    from?: number
    signal?: AbortSignal
    onResults: (results: readonly InviteOutcome[]) => void
  },
): Promise<void> {
  for (let at = from; at < profileIds.length; at += batchSize) {
    if (signal?.aborted) return
    const key = keys[at / batchSize]
    const { data } = await call('POST /profiles/invite', {
      body: {
        ...{ profileIds: profileIds.slice(at, at + batchSize), channel },
        ...(campaignId && { campaignId, queue: true }),
      },
      ...(key ? { idempotencyKey: key } : {}),
    })
    onResults(data.results)
  }
}
