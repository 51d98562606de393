import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { hasScope } from '../client/access.ts'
import { isRetryable } from '../client/api-error.ts'
import type { PersonCampaign, Profile } from '../client/types.ts'
import { campaignsOfPersonQuery } from './queries.ts'

export type InviteCampaign = {
  /** The id of a campaign, empty for a new one, or `none`. */
  readonly value: string
  readonly choose: (value: string) => void
  /** Those that wait for the person, if it is one; the newest first. */
  readonly own: readonly PersonCampaign[]
  readonly isOne: boolean
  readonly isNew: boolean
  /** Undefined for a new one, and for none. */
  readonly campaignId: string | undefined
  /** Whether the one that is proposed isn't known yet, or can't be read just now. */
  readonly isLoading: boolean
  /** Why it can't be read just now; null if it can. */
  readonly error: unknown
  retry(): void
}

/**
 * In which campaign people are invited. Someone who is in an open one stays there, so that one campaign reminds them;
 * others get a new one. While it can't be read whether they are in one, only what was chosen counts.
 */
export function useInviteCampaign(people: readonly Profile[]): InviteCampaign {
  const [chosen, choose] = useState<string>()
  const [first] = people
  const isOne = people.length === 1
  const { data, isLoading, error, refetch } = useQuery({
    ...campaignsOfPersonQuery(first?.id ?? ''),
    enabled: isOne && hasScope('profiles:read'),
  })
  const own = (data ?? []).filter(({ state, step }) => state !== 'ended' && step !== 'completed')
  const value = chosen ?? own.find(({ state }) => state === 'open')?.id ?? ''
  const isNew = value === ''
  const campaignId = isNew || value === 'none' ? undefined : value
  const isUnknown = chosen === undefined && data === undefined && isRetryable(error)
  return {
    ...{ value, choose, own, isOne, isNew, campaignId },
    isLoading: isLoading || isUnknown,
    error: isUnknown ? error : null,
    retry: () => void refetch(),
  }
}
