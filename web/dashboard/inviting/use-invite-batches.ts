import { useEffect, useRef, useState } from 'react'
import { queryClient } from '../client/queries.ts'
import { keys } from '../client/query-keys.ts'
import type { InviteOutcome } from '../client/types.ts'
import type { InviteBatches } from './invite-batches.ts'
import { campaignRequest, createCampaignOf, sendInviteBatches } from './send-invites.ts'

/**
 * Creates a campaign, or takes the one that was chosen, sends the planned batches in it and collects the results. Stops
 * on unmount, with the batch that is under way; after a failure it can continue. What is started afterwards belongs to
 * the same campaign.
 */
export function useInviteBatches() {
  const [plan, setPlan] = useState<InviteBatches>()
  const [campaignId, setCampaignId] = useState<string>()
  const [results, setResults] = useState<readonly InviteOutcome[]>([])
  const [error, setError] = useState<unknown>()
  const [isRunning, setRunning] = useState(false)
  const leave = useRef(new AbortController())
  useEffect(() => () => leave.current.abort(), [])
  const run = async (sending: InviteBatches, before: readonly InviteOutcome[]) => {
    let sofar = before
    setRunning(true)
    setError(undefined)
    try {
      const onResults = (more: readonly InviteOutcome[]) => {
        sofar = [...sofar, ...more]
        setResults(sofar)
      }
      const { signal } = leave.current
      let campaign = campaignId ?? (typeof sending.campaign === 'string' ? sending.campaign : undefined)
      while (
        campaign === undefined &&
        sending.campaign !== undefined &&
        sofar.length < sending.profileIds.length
      ) {
        if (signal.aborted) return
        const made = await createCampaignOf(sending, sofar.length)
        campaign = made.campaignId
        setCampaignId(campaign)
        onResults(made.results)
      }
      await sendInviteBatches(sending, { campaignId: campaign, from: sofar.length, signal, onResults })
    } catch (failure) {
      setError(failure)
    }
    setRunning(false)
    // The dialog was closed before this batch had its answer.
    if (leave.current.signal.aborted) showWhatWasSent()
  }
  const start = (next: InviteBatches) => {
    // If the answer was lost, the same request gets the campaign that is there already.
    const isSame =
      plan &&
      campaignRequest(plan) &&
      JSON.stringify(campaignRequest(plan)) === JSON.stringify(campaignRequest(next))
    const sending = isSame ? { ...next, campaignKey: plan.campaignKey } : next
    setPlan(sending)
    setResults([])
    void run(sending, [])
  }
  const retry = () => plan && void run(plan, results)
  const chosen = typeof plan?.campaign === 'string' && results.length > 0 ? plan.campaign : undefined
  return { plan, campaignId: campaignId ?? chosen, results, error, isRunning, start, retry }
}

/** Reads people and campaigns again. */
export function showWhatWasSent(): void {
  for (const queryKey of [keys.people, keys.campaigns]) void queryClient.invalidateQueries({ queryKey })
}
