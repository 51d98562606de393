import { useQuery } from '@tanstack/react-query'
import { hasScope } from '../client/access.ts'
import { isRetryable } from '../client/api-error.ts'
import { campaignQuery } from '../client/campaigns.ts'
import type { Campaign } from '../client/types.ts'

/** The campaign to which the people of a list are added. Without an id they get a new one. */
type Target = {
  readonly id: string | undefined
  readonly campaign: Campaign | undefined
  /** Whether it isn't known yet, or can't be read just now. */
  readonly isLoading: boolean
  /** Why it can't be read just now; null if it can. */
  readonly error: unknown
  retry(): void
}

/**
 * The campaign of this id. One that has ended since, or is gone, is none. One that can't be read for the moment stays: its
 * people must not get another one because of that. Someone who may not read campaigns has its id only.
 */
export function useTarget(campaignId: string | undefined): Target {
  const mayRead = hasScope('profiles:read')
  const { data, isPending, error, refetch } = useQuery({
    ...campaignQuery(campaignId ?? ''),
    enabled: campaignId !== undefined && mayRead,
  })
  const known = { isLoading: false, error: null, retry: () => void refetch() }
  if (campaignId === undefined) return { ...known, id: undefined, campaign: undefined }
  if (!mayRead) return { ...known, id: campaignId, campaign: undefined }
  const isGone = error !== null && !isRetryable(error)
  const campaign = isGone || data?.campaign.state === 'ended' ? undefined : data?.campaign
  const isUnknown = error !== null && !isGone && data === undefined
  return {
    ...known,
    id: campaign?.id,
    campaign,
    isLoading: isPending || isUnknown,
    error: isUnknown ? error : null,
  }
}
