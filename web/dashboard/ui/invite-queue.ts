import { queryOptions } from '@tanstack/react-query'
import { call } from '../client/call.ts'
import { keys } from '../client/query-keys.ts'

/** The invites of a campaign that the service still sends, looked at while there are any. */
export function inviteQueueQuery(campaignId: string) {
  return queryOptions({
    queryKey: [...keys.campaigns, campaignId, 'queue'],
    queryFn: async ({ signal }) =>
      (await call('GET /campaign/{campaignId}', { path: { campaignId }, signal })).queue,
    refetchInterval: ({ state }) => ((state.data?.waiting ?? 1) > 0 ? 5_000 : false),
  })
}
