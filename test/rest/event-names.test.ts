import { beforeAll, expect, test } from 'vitest'
import { createAppGranter, type GrantApp } from '../support/delegates.ts'
import { type Json, startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { openTaker, take } from '../support/taking.ts'
import { newEmail } from '../support/test-rows.ts'

let running: TestService
let account: TestAccount
let grantApp: GrantApp
beforeAll(async () => {
  running = await startTestService()
  account = await running.account()
  grantApp = await createAppGranter(running)
})

async function names(call = account.call): Promise<[type: string, by: string, name: string | null][]> {
  const { status, body, text } = await call('GET', '/events?before=latest&includeNames=true')
  expect(status, text).toBe(200)
  return body.events.map(({ type, by, actorName }: Json) => [type, by.kind, actorName])
}

test('events name the member or the client who caused them, also what the service sends for them later', async () => {
  const member = await grantApp(account)
  const address = `${member.personId}@test.test`
  const { body } = await member.call('POST', '/profile', { email: newEmail() })
  await member.call('POST', `/profile/${body.profile.id}/invite/email`)
  await running.service.drainOutbox()
  const found = await names()
  expect(found).toContainEqual(['profile.created', 'member', address])
  expect(found).toContainEqual(['invite.sent', 'system', address])
  const [client] = await running.db.admin<{ name: string }>(
    'select name from machine_client where account_id = $1',
    [account.id],
  )
  await account.call('POST', '/tag', { label: 'Named', color: 'emerald' })
  expect((await names())[0]).toEqual(['tag.created', 'client', client?.name])
  // A member who has left has no name, and the stored event never had one.
  await running.db.admin('delete from member where id = $1', [member.memberId])
  expect(await names()).toContainEqual(['invite.sent', 'system', null])
  const { events } = (await account.call('GET', '/events?before=latest')).body
  expect(events.some((event: Json) => 'actorName' in event)).toBe(false)
})

test('events about a campaign have its present name, and the stored event has none', async () => {
  const own = await running.account()
  const { body } = await own.call('POST', '/profile', { email: newEmail() })
  const made = { name: 'Spring', profileIds: [body.profile.id], channel: 'email' }
  const { campaign } = (await own.call('POST', '/campaign', made)).body
  const named = async (query = '&includeNames=true') =>
    (await own.call('GET', `/events?before=latest${query}`)).body.events
      .filter(({ data }: Json) => data.campaignId === campaign.id)
      .map(({ type, campaignName }: Json) => [type, campaignName])
  expect(await named()).toEqual([['campaign.created', 'Spring']])
  expect(await named('')).toEqual([['campaign.created', undefined]])
  await own.call('PATCH', `/campaign/${campaign.id}`, { name: 'Summer' })
  expect(await named()).toContainEqual(['campaign.created', 'Summer'])
})

test('what a person does has no name, and another account sees none', async () => {
  const own = await running.account()
  const taker = await openTaker(running, own, { assessmentIds: ['disc'] })
  await take(running, taker, 1, ['disc'])
  const done = (await names(own.call)).filter(([type]) => type === 'profile.completed')
  expect(done).toEqual([['profile.completed', 'person', null]])
})

test('names need the scope that reads people', async () => {
  const app = await grantApp(account, { scopes: ['account:read'] })
  expect((await app.call('GET', '/events?before=latest')).status).toBe(200)
  expect((await app.call('GET', '/events?before=latest&includeNames=true')).status).toBe(403)
})
