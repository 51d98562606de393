import { randomBytes } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dashboardClientId } from '../../src/contract/authorization.ts'
import type { AppParts } from '../../src/domain/app/model.ts'
import { revokeGrants } from '../../src/domain/app/revoke.ts'
import { sendWaitingInvites } from '../../src/domain/campaign-invites/sweep.ts'
import { noteRefusedAddress } from '../../src/domain/invite/delivery.ts'
import { createAppGranter } from '../support/delegates.ts'
import {
  type Answer,
  callAs,
  type Json,
  signIn,
  startTestService,
  type TestAccount,
  type TestService,
} from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'
import { newEmail, newMobile } from '../support/test-rows.ts'

const keys = { SECRET_KEY: randomBytes(32).toString('base64url'), RATE_LIMITS: '100000/100000' }
const start = Date.parse('2026-03-16T10:00:00Z')
let now = start
let running: TestService
let second: TestService
let tables: Tables
beforeAll(async () => {
  const clock = () => new Date(now)
  running = await startTestService(keys, { clock, tasksByHand: true })
  second = await startTestService(keys, { clock, db: running.db, tasksByHand: true })
  tables = await openTables(running.db)
})
beforeEach(() => {
  now = start
})

async function people(account: TestAccount, count: number): Promise<string[]> {
  const rows = Array.from({ length: count }, () => ({ email: newEmail() }))
  const { body } = await account.call('POST', '/profiles/import', { rows })
  return body.data.results.map(({ profileId }: Json) => profileId)
}

/** With a token of this time. */
async function ask(account: TestAccount, method: string, path: string, body?: unknown): Promise<Answer> {
  return callAs(running.baseUrl, await signIn(running.baseUrl, account))(method, path, body)
}

/** A campaign in which 60 are sent and the others wait. */
async function filled(account: TestAccount, waiting: number) {
  const profileIds = await people(account, 60 + waiting)
  const answer = await account.call('POST', '/campaign', { name: 'Large', profileIds, queue: true })
  expect(answer.status).toBe(201)
  const { campaign, results } = answer.body
  const withStatus = (status: string) =>
    results.filter((one: Json) => one.status === status).map(({ profileId }: Json) => profileId) as string[]
  const queued = withStatus('queued')
  expect([withStatus('sent').length, queued.length]).toEqual([60, waiting])
  return { id: campaign.id as string, profileIds, queued }
}

const queueOf = async (account: TestAccount, id: string) =>
  (await ask(account, 'GET', `/campaign/${id}`)).body.queue as Json

/** Both processes invite at the same time. */
async function sweep(): Promise<void> {
  await Promise.all([running.service.sendWaitingInvites(), second.service.sendWaitingInvites()])
  await Promise.all([running.service.drainOutbox(), second.service.drainOutbox()])
}

/** How many emails each of these has in the mailbox. */
async function emailsTo(profileIds: readonly string[]): Promise<number[]> {
  const rows = await tables.rows<{ profile_id: string; count: number }>(
    `select profile_id, count(*)::integer as count from mailbox_message
       join profile on profile.id = profile_id and profile.email = recipient
      where profile_id = any($1) group by 1`,
    [profileIds],
  )
  return profileIds.map((id) => rows.find(({ profile_id }) => profile_id === id)?.count ?? 0)
}

const pass = (seconds: number) => {
  now += seconds * 1_000
}

describe('POST /campaign with `queue`', () => {
  test('201: the service invites the others once the minute is over, each once, in the words of the campaign', async () => {
    const account = await running.account()
    const { id, profileIds, queued } = await filled(account, 5)
    expect(await queueOf(account, id)).toEqual({
      waiting: 5,
      nextAt: new Date(start + 60_000).toISOString(),
      people: queued.map((profileId) => ({ profileId, reason: null })),
    })
    const { body: progress } = await ask(
      account,
      'GET',
      `/profiles/progress?profileIds=${[queued[0], profileIds[0]]}`,
    )
    expect(progress.progress.map((one: Json) => one.isInviteQueued)).toEqual([true, false])
    const campaign = { campaignId: id, campaignName: expect.any(String) }
    const nextAt = new Date(start + 60_000).toISOString()
    expect(progress.progress.map((one: Json) => one.queuedInvite)).toEqual([{ ...campaign, nextAt }, null])
    pass(30)
    const [late] = await people(account, 1)
    const dryRun = {
      channel: 'email',
      dryRun: true,
      queue: true,
      profileIds: [profileIds[0], queued[0], late],
    }
    await tables.expectUnchanged(async () => {
      const { body } = await ask(account, 'POST', '/profiles/invite', dryRun)
      expect(body.data.results).toMatchObject([
        { status: 'skipped', reason: 'invited_just_now', retryAfterSeconds: 30 },
        { status: 'queued', reason: null },
        { status: 'queued', reason: null },
      ])
    })
    await sweep()
    expect(await emailsTo(queued)).toEqual([0, 0, 0, 0, 0])
    pass(31)
    await sweep()
    expect(new Set(await emailsTo(profileIds))).toEqual(new Set([1]))
    const { body } = await ask(account, 'GET', `/campaign/${id}`)
    expect(body.queue).toEqual({ waiting: 0, nextAt: null, people: [] })
    expect(body.campaign.funnel).toMatchObject({ invited: 65, sent: 65 })
    pass(120)
    await sweep()
    expect(new Set(await emailsTo(profileIds))).toEqual(new Set([1]))
    const entries = await tables.rows(
      `select actor_kind, actor_id, target_id from audit_entry where account_id = $1 and target_id = any($2)
         and action = 'send_invites' and actor_kind = 'system'`,
      [account.id, queued],
    )
    expect(entries).toHaveLength(5)
    expect(entries[0]).toMatchObject({ actor_id: 'invites' })
    const asked = await tables.rows(
      `select changes from audit_entry where target_id = $1 and changes->>'waiting' is not null`,
      [id],
    )
    expect(asked).toEqual([{ changes: { waiting: 5 } }])
  })

  test('200 at once for the rest of a list; those who wait keep their place, and are invited once', async () => {
    const account = await running.account()
    const { id, queued } = await filled(account, 3)
    const [more = ''] = await people(account, 1)
    pass(1)
    const body = { campaignId: id, channel: 'email', queue: true, profileIds: [more, ...queued] }
    const { results } = (await account.call('POST', '/profiles/invite', body)).body.data
    expect(results.map(({ status }: Json) => status)).toEqual(Array(4).fill('queued'))
    const waiting = (await queueOf(account, id)).people.map(({ profileId }: Json) => profileId)
    expect(waiting).toEqual([...queued, more])
    pass(61)
    const alone = { campaignId: id, channel: 'email', profileIds: [queued[1]] }
    expect((await ask(account, 'POST', '/profiles/invite', alone)).body.data.results[0].status).toBe('sent')
    expect((await queueOf(account, id)).waiting).toBe(3)
    await sweep()
    expect(await emailsTo([...queued, more])).toEqual([1, 1, 1, 1])
  })

  test('someone who waits already is invited if their address is confirmed after a report', async () => {
    const account = await running.account()
    const [id = ''] = await people(account, 1)
    await ask(account, 'POST', `/profile/${id}/invite/email`)
    await sweep()
    pass(61)
    const profileIds = [...(await people(account, 60)), id]
    const made = await ask(account, 'POST', '/campaign', { name: 'Large', profileIds, queue: true })
    expect(made.body.results.at(-1)).toMatchObject({ profileId: id, status: 'queued' })
    const [email] = await tables.rows<{ body_text: string }>(
      'select body_text from mailbox_message where profile_id = $1',
      [id],
    )
    const link = /http:\S+\/t\/\S+/.exec(email?.body_text ?? '')?.[0] ?? ''
    const reported = await fetch(link, { method: 'POST', body: new URLSearchParams({ wrong: '1' }) })
    expect(reported.status).toBe(200)
    const campaignId = made.body.campaign.id
    const again = { campaignId, channel: 'email', profileIds: [id], tryAgain: true, queue: true }
    const { results } = (await ask(account, 'POST', '/profiles/invite', again)).body.data
    expect(results).toEqual([{ profileId: id, status: 'queued', reason: null }])
    pass(61)
    await sweep()
    expect(await queueOf(account, campaignId)).toMatchObject({ waiting: 0, people: [] })
    const toPerson = await tables.rows(
      'select 1 from mailbox_message join profile on profile.id = profile_id and email = recipient where profile.id = $1',
      [id],
    )
    expect(toPerson, 'the first invite, and that of the campaign').toHaveLength(2)
  })

  test('who gets a link meanwhile that names no campaign gets it in this one, and no other from the queue', async () => {
    const account = await running.account()
    const { id, profileIds, queued } = await filled(account, 3)
    const [again = ''] = profileIds
    const [single = '', bulk = '', other = ''] = queued
    // In the campaign, and asked for in it once more.
    await tables.rows(
      `insert into campaign_waiting (account_id, campaign_id, profile_id, asked_at, place, channel, even_bounced)
       values ($1, $2, $3, $4, 1, 'email', false)`,
      [account.id, id, again, new Date(now)],
    )
    pass(61)
    for (const profileId of [again, single])
      expect((await ask(account, 'POST', `/profile/${profileId}/invite/email`)).status).toBe(204)
    const body = { channel: 'email', profileIds: [bulk] }
    const sent = await ask(account, 'POST', '/profiles/invite', body)
    expect(sent.body.data.results[0].status).toBe('sent')
    expect((await queueOf(account, id)).people).toEqual([{ profileId: other, reason: null }])
    for (let minute = 0; minute < 3; minute += 1) {
      pass(61)
      await sweep()
    }
    expect(await emailsTo([again, single, bulk, other])).toEqual([2, 1, 1, 1])
    const { queue, campaign } = (await ask(account, 'GET', `/campaign/${id}`)).body
    expect([queue, campaign.funnel.invited]).toEqual([{ waiting: 0, nextAt: null, people: [] }, 63])
  })

  test('who is invited in another campaign meanwhile keeps that link, and gets none from the queue', async () => {
    const account = await running.account()
    const { id, queued } = await filled(account, 2)
    const [urgent = '', other = ''] = queued
    pass(61)
    const body = { name: 'Of their own', profileIds: [urgent] }
    expect((await ask(account, 'POST', '/campaign', body)).body.results[0].status).toBe('sent')
    for (let minute = 0; minute < 3; minute += 1) {
      pass(61)
      await sweep()
    }
    expect(await queueOf(account, id)).toEqual({
      waiting: 0,
      nextAt: null,
      people: [{ profileId: urgent, reason: 'invited_elsewhere' }],
    })
    expect(await emailsTo([urgent, other])).toEqual([1, 1])
  })

  test('what waits in two campaigns is sent in both, in the order in which it was asked for', async () => {
    const account = await running.account()
    const { id, queued } = await filled(account, 1)
    pass(1)
    const body = { name: 'Later', profileIds: queued, queue: true }
    const later = (await account.call('POST', '/campaign', body)).body
    expect(later.results[0].status).toBe('queued')
    for (let minute = 0; minute < 4; minute += 1) {
      pass(61)
      await sweep()
    }
    const invites = (await ask(account, 'GET', `/profile/${queued[0]}/invites`)).body.invites
    expect(invites.map((one: Json) => one.campaignId)).toEqual([later.campaign.id, id])
  })

  test('ten of the sixty places stay free for what someone sends meanwhile', async () => {
    const account = await running.account()
    const { id } = await filled(account, 40)
    const others = await people(account, 25)
    const body = { campaignId: id, channel: 'email', queue: true, profileIds: others }
    await account.call('POST', '/profiles/invite', body)
    pass(61)
    await sweep()
    expect(await queueOf(account, id)).toMatchObject({
      waiting: 15,
      nextAt: new Date(now + 60_000).toISOString(),
    })
    const [urgent = ''] = await people(account, 1)
    expect((await ask(account, 'POST', `/profile/${urgent}/invite/email`)).status).toBe(204)
  })

  test('accounts and campaigns take turns, one person each', async () => {
    const [one, two] = [await running.account(), await running.account()]
    const campaigns = [
      { account: one, id: (await filled(one, 4)).id },
      { account: two, id: (await filled(two, 4)).id },
    ]
    const [{ id: small = '' } = {}] = [
      (await one.call('POST', '/campaign', { name: 'Small', profileIds: await people(one, 2), queue: true }))
        .body.campaign,
    ]
    campaigns.push({ account: one, id: small })
    // Only for this run the minute is over: the services look for what is due every few seconds, too.
    const clock = () => new Date(now + 61_000)
    const controller = new AbortController()
    const { parts } = running.service
    const log = { warn: () => undefined }
    await sendWaitingInvites(
      { ...parts, clock, region: 'eu', log, wakeOutbox: () => controller.abort() },
      controller.signal,
    )
    const left = await Promise.all(
      campaigns.map(async ({ account, id }) => (await queueOf(account, id)).waiting),
    )
    expect(left).toEqual([3, 3, 1])
  })

  test('what makes an invite impossible meanwhile is listed with its reason, and the others go out', async () => {
    const account = await running.account()
    const { id, queued } = await filled(account, 4)
    const [gone = '', without = '', done = '', last = ''] = queued
    await ask(account, 'DELETE', `/profile/${gone}`)
    await ask(account, 'PATCH', `/profile/${without}`, { email: null, phone: newMobile() })
    await tables.rows('insert into deactivation values ($1, $2, now())', [account.id, done])
    pass(61)
    await sweep()
    expect(await queueOf(account, id)).toEqual({
      waiting: 0,
      nextAt: null,
      people: [
        { profileId: without, reason: 'profile_without_email' },
        { profileId: done, reason: 'person_inactive' },
      ],
    })
    expect(await emailsTo([without, done, last])).toEqual([0, 0, 1])
  })

  test('what was to be tried again is not, if the address bounces meanwhile', async () => {
    const account = await running.account()
    const { id, queued } = await filled(account, 2)
    await tables.rows('update campaign_waiting set even_bounced = true where campaign_id = $1', [id])
    const [{ email: address } = { email: '' }] = await tables.rows<{ email: string }>(
      'select email from profile where id = $1',
      [queued[0]],
    )
    const { installation } = running.service.parts
    await running.db.database.inAccount(account.id, (sql) =>
      noteRefusedAddress(sql, { accountId: account.id, address, installation }, new Date(now)),
    )
    pass(61)
    await sweep()
    expect((await queueOf(account, id)).people).toEqual([
      { profileId: queued[0], reason: 'recipient_bounced' },
    ])
    expect(await emailsTo(queued)).toEqual([0, 1])
  })

  test('who asks to be deleted while they wait is not invited, and the campaign says why', async () => {
    const account = await running.account()
    const email = newEmail()
    const profileId: string = (await account.call('POST', '/profile', { email })).body.profile.id
    await account.call('POST', `/profile/${profileId}/invite/email`)
    await sweep()
    const messages = (await (await fetch(`${running.url}/dev/mailbox.json?to=${email}`)).json()) as Json[]
    const link: string = messages[0]?.links.find((one: string) => one.includes('/t/')) ?? ''
    pass(61)
    const { id } = await filled(account, 1)
    const body = { campaignId: id, channel: 'email', queue: true, profileIds: [profileId] }
    const asked = await ask(account, 'POST', '/profiles/invite', body)
    expect(asked.body.data.results[0].status).toBe('queued')
    const form = new URLSearchParams({ erasure: 'ask' })
    expect((await fetch(link, { method: 'POST', redirect: 'manual', body: form })).status).toBe(303)
    pass(61)
    await sweep()
    expect(await queueOf(account, id)).toEqual({
      waiting: 0,
      nextAt: null,
      people: [{ profileId, reason: 'erasure_requested' }],
    })
    expect(await emailsTo([profileId])).toEqual([1])
    // Someone of the account decides otherwise, and asks again.
    const again = await ask(account, 'POST', '/profiles/invite', { ...body, queue: undefined })
    expect(again.body.data.results[0].status).toBe('sent')
  })

  test('who waits for two days, or loses the key that asked, is not invited, and the campaign says why', async () => {
    const account = await running.account()
    const { id, queued } = await filled(account, 2)
    await tables.rows('update account set paused = true where id = $1', [account.id])
    pass(3_600)
    await sweep()
    await tables.rows('update account set paused = false where id = $1', [account.id])
    expect((await queueOf(account, id)).waiting).toBe(2)
    pass(2 * 86_400)
    await sweep()
    const reasons = (await queueOf(account, id)).people.map(({ reason }: Json) => reason)
    expect(reasons).toEqual(['waited_too_long', 'waited_too_long'])
    expect(await emailsTo(queued)).toEqual([0, 0])
    now = start
    const other = await running.account()
    const campaign = await filled(other, 1)
    await tables.rows('update machine_client set revoked_at = now() where account_id = $1', [other.id])
    pass(61)
    await sweep()
    const rows = await tables.rows('select refused from campaign_waiting where campaign_id = $1', [
      campaign.id,
    ])
    expect(rows).toEqual([{ refused: 'access_ended' }])
  })

  test('what a member sends in the dashboard outlasts an ordinary sign-out, and no sign-out everywhere', async () => {
    const grantApp = await createAppGranter(running)
    const { clock, newId, installation } = running.service.parts
    const parts: AppParts = {
      ...{ database: running.db.database, clock, newId, installation, secretKey: installation.secretKey },
      ...{ region: 'us', queueRegionMessage: async () => {} },
    }
    for (const [reason, sent] of [
      ['person', 1],
      ['signed_out_everywhere', 0],
    ] as const) {
      now = start
      const account = await running.account()
      const member = await grantApp(account, { clientId: dashboardClientId })
      const profileIds = await people(account, 62)
      const seconds = now / 1_000
      const times = { iat: seconds, exp: seconds + 600, auth_time: seconds }
      const call = callAs(running.baseUrl, await member.issueToken(times))
      const made = await call('POST', '/campaign', { name: 'Large', profileIds, queue: true })
      expect(made.text).toContain('campaign')
      const { id } = made.body.campaign
      await revokeGrants(parts, { grantId: member.grantId }, { reason, requestId: 'r' })
      pass(61)
      await sweep()
      expect(await emailsTo(profileIds.slice(60))).toEqual([sent, sent])
      const { waiting, people: refused } = await queueOf(account, id)
      expect([waiting, refused.map(({ reason: why }: Json) => why)]).toEqual([
        0,
        sent === 1 ? [] : ['access_ended', 'access_ended'],
      ])
    }
  })

  test('the daily limit of text messages holds back no email of the campaign, and gives none of them up', async () => {
    const account = await running.account()
    const phones = await account.call('POST', '/profiles/import', {
      rows: Array.from({ length: 3 }, () => ({ phone: newMobile() })),
    })
    const [first, ...texts] = phones.body.data.results.map(({ profileId }: Json) => profileId)
    const sent = await account.call('POST', '/campaign', {
      name: 'Both',
      profileIds: [first],
      channel: 'sms',
    })
    const { id } = sent.body.campaign
    expect(sent.body.results).toMatchObject([{ status: 'sent' }])
    await tables.rows(`update message_tally set count = 500 where kind = 'account'`)
    const queue = (channel: string, profileIds: string[]) =>
      ask(account, 'POST', '/profiles/invite', { campaignId: id, channel, queue: true, profileIds })
    const held = await queue('sms', texts)
    expect(held.body.data.results.map(({ status }: Json) => status)).toEqual(['queued', 'queued'])
    const midnight = Date.parse('2026-03-17T00:00:00Z')
    expect(await queueOf(account, id)).toMatchObject({ waiting: 2, nextAt: new Date(midnight).toISOString() })
    pass(61)
    const emails = await people(account, 61)
    const asked = await queue('email', emails)
    expect(asked.body.data.results.at(-1)).toMatchObject({ status: 'queued' })
    expect((await queueOf(account, id)).nextAt).toBe(new Date(now + 60_000).toISOString())
    pass(61)
    await sweep()
    expect(await emailsTo(emails.slice(-1))).toEqual([1])
    expect(await queueOf(account, id)).toEqual({
      waiting: 2,
      nextAt: new Date(midnight).toISOString(),
      people: texts.map((profileId: string) => ({ profileId, reason: null })),
    })
    now = midnight
    await sweep()
    expect((await queueOf(account, id)).waiting).toBe(0)
  })

  test('the daily limit of emails holds back no text message of the campaign', async () => {
    const account = await running.account()
    const { id, queued } = await filled(account, 1)
    await tables.rows(`update message_tally set count = 2000 where kind = 'account-email' and count = 60`)
    const { body } = await account.call('POST', '/profiles/import', { rows: [{ phone: newMobile() }] })
    const [{ profileId }] = body.data.results
    const texts = { campaignId: id, channel: 'sms', queue: true, profileIds: [profileId] }
    expect((await account.call('POST', '/profiles/invite', texts)).body.data.results[0].status).toBe('queued')
    pass(61)
    await sweep()
    expect(await queueOf(account, id)).toEqual({
      waiting: 1,
      nextAt: '2026-03-17T00:00:00.000Z',
      people: [{ profileId: queued[0], reason: null }],
    })
    const [invite] = (await ask(account, 'GET', `/profile/${profileId}/invites`)).body.invites
    expect(invite).toMatchObject({ channel: 'sms', campaignId: id })
  })

  test('a campaign that the version before has ended invites nobody', async () => {
    const account = await running.account()
    const { id, queued } = await filled(account, 2)
    // It knows no queue.
    await tables.rows('update campaign set ended_at = $2 where id = $1', [id, new Date(now)])
    pass(61)
    await sweep()
    expect(await emailsTo(queued)).toEqual([0, 0])
    expect(await queueOf(account, id)).toEqual({ waiting: 0, nextAt: null, people: [] })
  })

  test('200: ending again removes those who wait in a campaign that the version before has ended', async () => {
    const account = await running.account()
    const { id } = await filled(account, 2)
    await tables.rows('update campaign set ended_at = $2 where id = $1', [id, new Date(now)])
    expect((await ask(account, 'POST', `/campaign/${id}/end`)).status).toBe(200)
    expect(await queueOf(account, id)).toEqual({ waiting: 0, nextAt: null, people: [] })
  })

  test('who asks the version before to be deleted while they wait is not invited', async () => {
    const account = await running.account()
    const { id, queued } = await filled(account, 3)
    const [asked, withdrawn, earlier] = queued
    const insert = `insert into erasure_request (account_id, profile_id, requested_at, withdrawn_at, told_since, told)
      values ($1, $2, $3, $4, $3, 1)`
    const [before, after] = [new Date(now - 1_000), new Date(now + 1_000)]
    await tables.rows(insert, [account.id, asked, after, null])
    await tables.rows(insert, [account.id, withdrawn, after, after])
    // Someone of the account has asked for their invite since.
    await tables.rows(insert, [account.id, earlier, before, null])
    pass(61)
    await sweep()
    expect(await queueOf(account, id)).toEqual({
      waiting: 0,
      nextAt: null,
      people: [{ profileId: asked, reason: 'erasure_requested' }],
    })
    expect(await emailsTo(queued)).toEqual([0, 1, 1])
  })

  test('the queue of an account that moves to another region rests, and goes on if it stays', async () => {
    const account = await running.account()
    const { queued } = await filled(account, 1)
    await tables.rows(
      `insert into account_move (account_id, direction, zone, state, changed_at) values ($1, 'out', 'eu', 'frozen', now())`,
      [account.id],
    )
    const warned: unknown[] = []
    const log = { warn: (...said: unknown[]) => void warned.push(said) }
    const { parts } = running.service
    const clock = () => new Date(now + 61_000)
    await sendWaitingInvites(
      { ...parts, clock, region: 'us', log, wakeOutbox: () => {} },
      AbortSignal.timeout(60_000),
    )
    expect(warned).toEqual([])
    const waiting = 'select from campaign_waiting where account_id = $1'
    expect(await tables.rows(waiting, [account.id])).toHaveLength(1)
    await tables.rows('delete from account_move where account_id = $1', [account.id])
    pass(61)
    await sweep()
    expect(await emailsTo(queued)).toEqual([1])
  })

  test('nobody waits in a campaign that has ended', async () => {
    const account = await running.account()
    const { id, queued } = await filled(account, 2)
    await ask(account, 'POST', `/campaign/${id}/end`)
    pass(61)
    await sweep()
    expect((await queueOf(account, id)).waiting).toBe(0)
    expect(await emailsTo(queued)).toEqual([0, 0])
  })
})

test('400 for `queue` without a campaign, 200 with the limit as before without `queue`', async () => {
  const account = await running.account()
  const profileIds = await people(account, 61)
  const refused = await account.call('POST', '/profiles/invite', {
    profileIds,
    channel: 'email',
    queue: true,
  })
  expect([refused.status, refused.body.error.param]).toEqual([400, 'queue'])
  const { results } = (await account.call('POST', '/profiles/invite', { profileIds, channel: 'email' })).body
    .data
  expect(results.at(-1)).toMatchObject({ status: 'skipped', reason: 'invite_limit' })
})

test('400 from the preview for what a campaign may not have, with the field', async () => {
  const account = await running.account()
  const preview = async (body: object) => (await account.call('POST', '/campaigns/preview', body)).body.error
  expect((await preview({ name: ' ' })).message).toContain('name')
  expect((await preview({ name: 'Spring', reminderDays: [31] })).message).toContain('reminderDays')
  expect((await preview({ name: 'Spring', deadline: '2026-03-15' })).message).toContain('deadline')
})
