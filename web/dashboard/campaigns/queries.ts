import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../client/call.ts'
import { keys } from '../client/query-keys.ts'
import {
  type CampaignSearch,
  type CampaignsSearch,
  campaignPeopleRequest,
  campaignsRequest,
} from './search.ts'

export function campaignsQuery(search: CampaignsSearch) {
  const query = campaignsRequest(search)
  return queryOptions({
    queryKey: [...keys.campaigns, 'list', query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call('GET /campaigns', { query, signal }),
  })
}

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

export function campaignPeopleQuery(campaignId: string, search: CampaignSearch) {
  const query = campaignPeopleRequest(search)
  return queryOptions({
    queryKey: [...keys.campaigns, campaignId, 'people', query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call('GET /campaign/{campaignId}/people', { path: { campaignId }, query, signal }),
  })
}
