import { useEffect, useRef, useState } from 'react'
import { ApiError, isRetryable } from '../client/api-error.ts'
import { queryClient } from '../client/queries.ts'
import { keys } from '../client/query-keys.ts'
import type { InviteOutcome } from '../client/types.ts'
import type { InviteBatches } from './invite-batches.ts'
import { createCampaignOf, sendInviteBatches } from './send-invites.ts'

/**
 * Creates a campaign, or takes the one that was chosen, sends the planned batches in it and collects the results. Stops
 * on unmount, with the batch that is under way; after a failure it can continue. What is started afterwards belongs to
 * the same campaign, and its results replace those of the same people.
 */
export function useInviteBatches() {
  const [plan, setPlan] = useState<InviteBatches>()
  const [campaignId, setCampaignId] = useState<string>()
  const [results, setResults] = useState<readonly InviteOutcome[]>([])
  /** Those of earlier plans. */
  const [former, setFormer] = useState<readonly InviteOutcome[]>([])
  /** Whether something may have been sent. From then on the plan can only be continued, with its idempotency keys. */
  const [hasBegun, setBegun] = useState(false)
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
        setBegun(true)
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
      if (isUnknown(failure)) setBegun(true)
    }
    setRunning(false)
    // The dialog was closed before this batch had its answer.
    if (leave.current.signal.aborted) showWhatWasSent()
  }
  const start = (next: InviteBatches) => {
    setFormer([...former, ...results].filter(({ profileId }) => !next.profileIds.includes(profileId)))
    setPlan(next)
    setResults([])
    void run(next, [])
  }
  const retry = () => plan && void run(plan, results)
  const shown = [...former, ...results]
  const chosen = typeof plan?.campaign === 'string' && shown.length > 0 ? plan.campaign : undefined
  return {
    /** Of everyone who was sent something, or was to be. */
    profileIds: [...former.map(({ profileId }) => profileId), ...(plan?.profileIds ?? [])],
    results: shown,
    campaignId: campaignId ?? chosen,
    ...{ error, hasBegun, isRunning, start, retry },
  }
}

/** Whether the service may have done it all the same. A refusal is an answer: nothing was done. */
function isUnknown(failure: unknown): boolean {
  return !(failure instanceof ApiError) || isRetryable(failure)
}

/** Reads people and campaigns again. */
export function showWhatWasSent(): void {
  for (const queryKey of [keys.people, keys.campaigns]) void queryClient.invalidateQueries({ queryKey })
}
