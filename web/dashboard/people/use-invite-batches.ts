import { useEffect, useRef, useState } from 'react'
import type { InviteOutcome } from '../client/types.ts'
import type { InviteBatches } from './invite-batches.ts'
import { createCampaignOf, sendInviteBatches } from './send-invites.ts'

/**
 * Creates a campaign, sends the planned batches in it and collects the results. Stops on unmount; after a failure it can
 * continue. What is started afterwards belongs to the same campaign.
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
      const campaign = campaignId ?? (await createCampaignOf(sending))
      setCampaignId(campaign)
      await sendInviteBatches(sending, {
        campaignId: campaign,
        from: before.length,
        signal: leave.current.signal,
        onResults: (more) => {
          sofar = [...sofar, ...more]
          setResults(sofar)
        },
      })
    } catch (failure) {
      setError(failure)
    }
    setRunning(false)
  }
  const start = (next: InviteBatches) => {
    // If the answer was lost, the same words get the campaign that is there already.
    const isSame = JSON.stringify(plan?.campaign) === JSON.stringify(next.campaign)
    const sending = plan && isSame ? { ...next, campaignKey: plan.campaignKey } : next
    setPlan(sending)
    setResults([])
    void run(sending, [])
  }
  const retry = () => plan && void run(plan, results)
  return { plan, campaignId, results, error, isRunning, start, retry }
}
