import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { isRetryable } from '../client/api-error.ts'
import { call } from '../client/call.ts'
import type { InviteOutcome } from '../client/types.ts'
import type { Channel } from '../words/delivery.ts'

type Addressed = { readonly profileId: string; readonly channel: Channel }

const [atOnce, most] = [100, 1_000]

/**
 * Who of these people would get nothing if they were invited now, and why: they have unsubscribed, or were invited a moment
 * ago. Of a long list the first thousand are looked up. What an account limit holds back follows later, so it isn't a refusal.
 */
export function useRefusals(people: readonly Addressed[], campaignId: string | undefined) {
  const looked = people.slice(0, most)
  const { data, isPending, isPlaceholderData } = useQuery<ReadonlyMap<string, InviteOutcome>>({
    queryKey: ['invite', 'refusals', campaignId, looked],
    enabled: looked.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 5_000,
    gcTime: 60_000,
    retry: (failures, error) => failures < 1 && isRetryable(error),
    // Someone who was invited a moment ago can be invited again in a minute.
    refetchInterval: ({ state }) => soonest(state.data),
    queryFn: async ({ signal }) => {
      const found = new Map<string, InviteOutcome>()
      for (const channel of ['email', 'sms'] as const) {
        const ids = looked.filter((one) => one.channel === channel).map(({ profileId }) => profileId)
        for (let at = 0; at < ids.length; at += atOnce) {
          const asked = { channel, profileIds: ids.slice(at, at + atOnce), queue: true, dryRun: true }
          const body = { ...asked, ...(campaignId && { campaignId }) }
          const answer = await call('POST /profiles/invite', { body, idempotencyKey: null, signal }).catch(
            ignore,
          )
          for (const result of answer?.data.results ?? []) found.set(result.profileId, result)
        }
      }
      return found
    },
  })
  const refused = [...(data ?? [])].filter(([, { status }]) => status === 'skipped' || status === 'failed')
  return {
    refusals: new Map(looked.length > 0 ? refused : []) as ReadonlyMap<string, InviteOutcome>,
    isSettled: looked.length === 0 || !(isPending || isPlaceholderData),
  }
}

/** What the service refuses as a whole, sending shows. */
function ignore(): undefined {
  return undefined
}

function soonest(found: ReadonlyMap<string, InviteOutcome> | undefined): number | false {
  const seconds = [...(found?.values() ?? [])].flatMap(({ retryAfterSeconds }) => retryAfterSeconds ?? [])
  const next = Math.min(...seconds)
  return next <= 120 ? next * 1_000 : false
}
