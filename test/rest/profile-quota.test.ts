import { beforeAll, expect, test } from 'vitest'
import { startTestService, type TestAccount } from '../support/service.ts'
import { newEmail } from '../support/test-rows.ts'

let account: TestAccount
let trial: TestAccount
beforeAll(async () => {
  const running = await startTestService({ ACCOUNT_PROFILES: '3', TRIAL_PROFILES: '2' })
  account = await running.account({ billingStatus: 'active' })
  trial = await running.account({ billingStatus: 'trialing', trialEndsAt: new Date(Date.now() + 86_400_000) })
})

const add = ({ call }: TestAccount) => call('POST', '/profile', { email: newEmail() })

test('402 beyond ACCOUNT_PROFILES, for each way to add people, until some are deleted', async () => {
  const rows = Array.from({ length: 5 }, () => ({ email: newEmail() }))
  const { body } = await account.call('POST', '/profiles/import', { rows })
  const statuses = body.data.results.map(({ status }: { status: string }) => status)
  expect(statuses).toEqual(['new', 'new', 'new', 'over_cap', 'over_cap'])
  const refused = await add(account)
  expect(refused.status).toBe(402)
  expect(refused.body.error).toMatchObject({
    code: 'profile_quota',
    message:
      'The account has reached its limit of 3 profiles. Delete some, or ask the operator of this service for more.',
  })
  const { usage } = (await account.call('GET', '/account')).body.data
  expect(usage).toMatchObject({ profiles: 3, profileLimit: 3 })
  // Changes of people who are there go on.
  const [{ profileId }] = body.data.results
  expect((await account.call('PATCH', `/profile/${profileId}`, { firstName: 'Ada' })).status).toBe(200)
  expect((await account.call('DELETE', `/profile/${profileId}`)).status).toBe(204)
  expect((await add(account)).status).toBe(201)
})

test('a trial has its own cap', async () => {
  expect([(await add(trial)).status, (await add(trial)).status]).toEqual([201, 201])
  expect((await add(trial)).body.error.code).toBe('trial_profile_cap')
})
