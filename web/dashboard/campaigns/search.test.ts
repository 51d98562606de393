import { expect, test } from 'vitest'
import { campaignsRequest, peopleRequest, readCampaignSearch, readCampaignsSearch } from './search.ts'

test('Every address shows something', () => {
  expect(campaignsRequest(readCampaignsSearch({ state: 'nonsense', page: '-1' }))).toEqual({
    limit: 25,
    page: 1,
  })
  expect(campaignsRequest(readCampaignsSearch({ state: 'ended', page: '3' }))).toEqual({
    ...{ state: 'ended', limit: 25, page: 3 },
  })
  expect(peopleRequest(readCampaignSearch({ step: 'x' }))).toEqual({ isStuck: true, limit: 25, page: 1 })
  expect(peopleRequest(readCampaignSearch({ step: 'all' }))).toEqual({ limit: 25, page: 1 })
  expect(peopleRequest(readCampaignSearch({ step: 'opened' }))).toEqual({
    step: 'opened',
    limit: 25,
    page: 1,
  })
})
