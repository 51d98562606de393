import { call } from '../client/call.ts'
import type { InviteOutcome } from '../client/types.ts'
import { refusalsAfter } from '../ui/refusals-after.ts'
import type { InviteBatch, InviteBatches } from './invite-batches.ts'

/** What creates the campaign: with the first batch, so that there is none without people. */
function campaignRequest({ campaign, batches }: InviteBatches, from = 0) {
  const batch = batchAt(batches, from)
  if (typeof campaign !== 'object' || !batch) return undefined
  const { channel, profileIds } = batch
  return { ...campaign, channel, profileIds: [...profileIds], queue: true, onlyIfInvited: true }
}

/** The batch that begins after this many people. */
function batchAt(batches: readonly InviteBatch[], from: number): InviteBatch | undefined {
  let done = 0
  return batches.find(({ profileIds }) => {
    done += profileIds.length
    return done > from
  })
}

/**
 * Creates the campaign of these invites, and sends the batch after this many people. If none of the batch can be
 * invited, there is no campaign, and the results say why.
 */
export async function createCampaignOf(
  plan: InviteBatches,
  from: number,
): Promise<{ campaignId: string | undefined; results: readonly InviteOutcome[] }> {
  const body = campaignRequest(plan, from)
  if (!body) throw new Error('These invites have no campaign to create.')
  const { channel } = body
  const key = from === 0 ? plan.campaignKey : `${plan.campaignKey}-${from}`
  try {
    const made = await call('POST /campaign', { body, idempotencyKey: key })
    return { campaignId: made.campaign.id, results: made.results }
  } catch (failure) {
    const refused = await refusalsAfter(failure, { channel, profileIds: body.profileIds })
    const profileIds = body.profileIds.filter((id) => !refused.some((one) => one.profileId === id))
    if (profileIds.length === 0) return { campaignId: undefined, results: refused }
    // Someone has been deleted since: the others get theirs.
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
  { batches }: InviteBatches,
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
  let done = 0
  for (const { channel, profileIds, key } of batches) {
    done += profileIds.length
    if (done <= from) continue
    if (signal?.aborted) return
    const { data } = await call('POST /profiles/invite', {
      body: { profileIds: [...profileIds], channel, ...(campaignId && { campaignId, queue: true }) },
      idempotencyKey: key,
    })
    onResults(data.results)
  }
}
