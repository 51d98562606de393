import { beforeAll, expect, test } from 'vitest'
import { setEventOrigin, systemCause } from '../../src/domain/event/record.ts'
import { recordInviteFailed } from '../../src/domain/invite/store.ts'
import { type Json, startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { newEmail, newMobile } from '../support/test-rows.ts'
import { followLink } from '../web/taker-requests.ts'

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

/** An email campaign with someone whose message was accepted. */
async function sent(email: string): Promise<{ profileId: string; campaignId: string }> {
  const { profile } = (await account.call('POST', '/profile', { firstName: 'Tom', email })).body
  const { campaign } = (await account.call('POST', '/campaign', { name: 'Spring', profileIds: [profile.id] }))
    .body
  await running.service.drainOutbox()
  return { profileId: profile.id, campaignId: campaign.id }
}

type Asked = Awaited<ReturnType<typeof sent>>

async function moveTo({ profileId }: Asked, fields: object): Promise<void> {
  expect((await account.call('PATCH', `/profile/${profileId}`, fields)).status).toBe(200)
}

async function inviteAgain({ profileId, campaignId }: Asked, channel = 'email'): Promise<void> {
  const body = { profileIds: [profileId], channel, campaignId }
  expect((await account.call('POST', '/profiles/invite', body)).body.data.results[0].status).toBe('sent')
  await running.service.drainOutbox()
}

/** The mail server that had accepted the messages to this address reports that it can't deliver the last of them. */
async function bounce({ profileId }: Asked, recipient: string): Promise<void> {
  const [invite] = await running.db.admin<{ id: string }>(
    'select id from invite where profile_id = $1 and recipient = $2 order by created_at desc limit 1',
    [profileId, recipient],
  )
  const { database, clock, newId } = running.service.parts
  await database.inAccount(account.id, async (sql) => {
    const origin = { accountId: account.id, region: 'us', by: systemCause, requestId: null }
    setEventOrigin(sql, { ...origin, now: clock, newId })
    const failure = { reason: 'refused', isReported: true } as const
    const failed = { accountId: account.id, inviteId: String(invite?.id) }
    expect(await recordInviteFailed(sql, failed, clock(), failure)).toBe(recipient)
  })
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

test('a late bounce of a former address takes back nothing that was sent to the next one', async () => {
  const [typo, email] = [newEmail(), newEmail()]
  const person = await sent(typo)
  await moveTo(person, { email })
  await inviteAgain(person)
  await bounce(person, typo)
  expect(await seen(person)).toEqual({ status: 'sent', addressChanged: false, step: 'sent' })
  await bounce(person, email)
  expect(await seen(person)).toEqual({ status: 'bounced', addressChanged: false, step: 'failed' })
})

test('nor does the bounce of an email take back a text message that was sent since', async () => {
  const email = newEmail()
  const person = await sent(email)
  await moveTo(person, { phone: newMobile() })
  await inviteAgain(person, 'sms')
  await bounce(person, email)
  expect(await seen(person)).toEqual({ status: 'sent', addressChanged: false, step: 'sent' })
})

test('a late bounce counts if nothing was sent to another address, or the person is back at it', async () => {
  const [first, second] = [newEmail(), newEmail()]
  const waiting = await sent(first)
  await moveTo(waiting, { email: second })
  await bounce(waiting, first)
  expect(await seen(waiting)).toEqual({ status: 'notInvited', addressChanged: true, step: 'addressChanged' })
  const [former, between] = [newEmail(), newEmail()]
  const back = await sent(former)
  await moveTo(back, { email: between })
  await inviteAgain(back)
  await moveTo(back, { email: former })
  await inviteAgain(back)
  await bounce(back, former)
  expect(await seen(back)).toEqual({ status: 'bounced', addressChanged: false, step: 'failed' })
})

test('a failure at a former address takes nothing back that an earlier invite has reached', async () => {
  const [first, second] = [newEmail(), newEmail()]
  const reached = await sent(first)
  await moveTo(reached, { email: second })
  await inviteAgain(reached)
  await bounce(reached, second)
  await moveTo(reached, { email: newEmail() })
  expect(await seen(reached)).toEqual({ status: 'expired', addressChanged: true, step: 'addressChanged' })
  await bounce(reached, first)
  expect(await seen(reached)).toMatchObject({ status: 'notInvited' })
})

test('nor that the person has opened one', async () => {
  const [first, second] = [newEmail(), newEmail()]
  const person = await sent(first)
  const mailbox = await fetch(`${running.url}/dev/mailbox.json?to=${encodeURIComponent(first)}`)
  const [message] = (await mailbox.json()) as { links: string[] }[]
  await followLink(message?.links.find((link) => link.includes('/t/')) ?? '')
  await moveTo(person, { email: second })
  await inviteAgain(person)
  await bounce(person, second)
  await moveTo(person, { email: newEmail() })
  expect(await seen(person)).toEqual({ status: 'opened', addressChanged: true, step: 'opened' })
})

test('someone without an address is not asked to be invited at another one', async () => {
  const person = await failed({ email: newEmail() })
  await moveTo(person, { email: null })
  expect(await seen(person)).toMatchObject({ addressChanged: true, step: 'failed' })
})
