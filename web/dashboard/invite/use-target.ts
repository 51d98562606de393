import { useQuery } from '@tanstack/react-query'
import { hasScope } from '../client/access.ts'
import { campaignQuery } from '../client/campaigns.ts'
import type { Campaign } from '../client/types.ts'

/**
 * The campaign to which the people of a list are added. One that has ended since, or is gone, is none: they get a new one.
 * Someone who may not read campaigns has its id only.
 */
export function useTarget(campaignId: string | undefined): {
  id: string | undefined
  campaign: Campaign | undefined
  isLoading: boolean
} {
  const mayRead = hasScope('profiles:read')
  const { data, isPending, isError } = useQuery({
    ...campaignQuery(campaignId ?? ''),
    enabled: campaignId !== undefined && mayRead,
  })
  if (campaignId === undefined) return { id: undefined, campaign: undefined, isLoading: false }
  if (!mayRead) return { id: campaignId, campaign: undefined, isLoading: false }
  const campaign = data?.campaign.state === 'ended' || isError ? undefined : data?.campaign
  return { id: campaign?.id, campaign, isLoading: isPending }
}
