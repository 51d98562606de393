import { beforeAll, expect, test } from 'vitest'
import { type Json, startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { newEmail, newMobile } from '../support/test-rows.ts'

let running: TestService
let account: TestAccount
beforeAll(async () => {
  running = await startTestService()
  account = await running.account()
})

/** Someone in a campaign whose message has failed. */
async function failed(fields: object): Promise<{ profileId: string; campaignId: string }> {
  const { profile } = (await account.call('POST', '/profile', { firstName: 'Tom', ...fields })).body
  const channel = 'phone' in fields ? 'sms' : 'email'
  const body = { name: 'Spring', profileIds: [profile.id], channel }
  const { campaign } = (await account.call('POST', '/campaign', body)).body
  await running.service.drainOutbox()
  for (const table of ['invite', 'campaign_person'])
    await running.db.admin(`update ${table} set failed_at = now() where profile_id = $1`, [profile.id])
  return { profileId: profile.id, campaignId: campaign.id }
}

async function seen({ profileId, campaignId }: Awaited<ReturnType<typeof failed>>): Promise<object> {
  const { statuses } = (await account.call('GET', `/profiles/statuses?profileIds=${profileId}`)).body
  const { progress } = (await account.call('GET', `/profiles/progress?profileIds=${profileId}`)).body
  const { stuck } = (await account.call('GET', `/campaign/${campaignId}`)).body
  const status = Object.keys(statuses).find((one) => statuses[one] === 1)
  const listed = async (path: string) => (await account.call('GET', path)).body
  const { profiles } = await listed(`/profiles?status=${status}&profileIds=${profileId}`)
  const step = Object.keys(stuck).find((one) => stuck[one] === 1)
  const { people } = await listed(`/campaign/${campaignId}/people?step=${step}`)
  expect([profiles.map((one: Json) => one.id), people.map((one: Json) => one.profileId)]).toEqual([
    [profileId],
    [profileId],
  ])
  expect(people[0].step).toBe(step)
  return { status, addressChanged: progress[0].invite.addressChanged, step }
}

test.each([
  ['An email', { email: newEmail() }, { email: newEmail() }],
  ['A text message', { phone: newMobile() }, { phone: newMobile() }],
])('%s that failed says nothing about an address that was changed since', async (_, before, after) => {
  const person = await failed(before)
  expect(await seen(person)).toEqual({ status: 'bounced', addressChanged: false, step: 'failed' })
  await account.call('PATCH', `/profile/${person.profileId}`, after)
  expect(await seen(person)).toEqual({
    ...{ status: 'notInvited', addressChanged: true, step: 'addressChanged' },
  })
  await account.call('PATCH', `/profile/${person.profileId}`, before)
  expect(await seen(person)).toEqual({ status: 'bounced', addressChanged: false, step: 'failed' })
})
