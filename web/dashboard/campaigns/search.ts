import { known, oneOf, pageParam, type SearchParams } from '../client/search-params.ts'

const states = ['open', 'overdue', 'ended'] as const
/** Where someone can be, in the order of the funnel. */
export const steps = [
  'queued',
  'failed',
  'addressChanged',
  'wrongPerson',
  'sent',
  'opened',
  'started',
  'completed',
] as const

/** Search parameters of the list of campaigns. */
export type CampaignsSearch = { readonly state?: (typeof states)[number]; readonly page?: number }

/** Search parameters of one campaign: which people are listed. */
export type CampaignSearch = { readonly step?: (typeof steps)[number] | 'all'; readonly page?: number }

/** Parses the search parameters. Invalid values are dropped, so that every address shows something. */
export function readCampaignsSearch({ state, page }: SearchParams): CampaignsSearch {
  return known({ state: oneOf(state, states), page: pageParam(page) })
}

export function readCampaignSearch({ step, page }: SearchParams): CampaignSearch {
  return known({ step: oneOf(step, [...steps, 'all']), page: pageParam(page) })
}
