import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../client/call.ts'
import { keys } from '../client/query-keys.ts'
import { campaignPeopleRequest, campaignsRequest } from './request.ts'
import type { CampaignSearch, CampaignsSearch } from './search.ts'

export function campaignsQuery(search: CampaignsSearch) {
  const query = campaignsRequest(search)
  return queryOptions({
    queryKey: [...keys.campaigns, 'list', query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call('GET /campaigns', { query, signal }),
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
