import { expect, test } from 'vitest'
import { campaignPeopleRequest, campaignsRequest } from './request.ts'
import { readCampaignSearch, readCampaignsSearch } from './search.ts'

test('Every address shows something', () => {
  expect(campaignsRequest(readCampaignsSearch({ state: 'nonsense', page: '-1' }))).toEqual({
    includeRemindable: true,
    limit: 25,
    page: 1,
  })
  expect(campaignsRequest(readCampaignsSearch({ state: 'ended', page: '3' }))).toEqual({
    ...{ state: 'ended', includeRemindable: true, limit: 25, page: 3 },
  })
  expect(campaignPeopleRequest(readCampaignSearch({ step: 'x' }))).toEqual({
    isStuck: true,
    sortProp: 'name',
    limit: 25,
    page: 1,
  })
  expect(campaignPeopleRequest(readCampaignSearch({ step: 'all' }))).toEqual({
    sortProp: 'name',
    limit: 25,
    page: 1,
  })
  expect(campaignPeopleRequest(readCampaignSearch({ step: 'opened' }))).toEqual({
    step: 'opened',
    sortProp: 'name',
    limit: 25,
    page: 1,
  })
})
