import type { CampaignSearch, CampaignsSearch } from './search.ts'

/** The filters as the API takes them. */
export function campaignsRequest({ state, page = 1 }: CampaignsSearch) {
  return { ...(state && { state }), includeRemindable: true, limit: 25, page }
}

/** Without a step, everyone who has not completed. */
export function campaignPeopleRequest({ step, page = 1 }: CampaignSearch) {
  return {
    ...(step === undefined ? { isStuck: true } : step === 'all' ? {} : { step }),
    sortProp: 'name' as const,
    limit: 25,
    page,
  }
}
