import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import { keys } from './query-keys.ts'

/** The newest open campaigns, in which more people can be invited. */
export const openCampaignsQuery = queryOptions({
  queryKey: [...keys.campaigns, 'open'],
  queryFn: async ({ signal }) =>
    (await call('GET /campaigns', { query: { state: 'open', limit: 50 }, signal })).campaigns,
})

/** One campaign with its figures, looked at again while messages are waiting. */
export function campaignQuery(campaignId: string) {
  return queryOptions({
    queryKey: [...keys.campaigns, campaignId],
    queryFn: ({ signal }) => call('GET /campaign/{campaignId}', { path: { campaignId }, signal }),
    refetchInterval: ({ state }) => {
      if ((state.data?.queue.waiting ?? 0) > 0) return 5_000
      return state.dataUpdateCount < 20 && (state.data?.stuck.queued ?? 0) > 0 ? 3_000 : false
    },
  })
}
