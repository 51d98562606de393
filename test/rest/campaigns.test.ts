import { randomBytes } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newPublicId } from '../../src/platform/ids.ts'
import { createAppGranter } from '../support/delegates.ts'
import { startMailServer } from '../support/mail-server.ts'
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
import { take } from '../support/taking.ts'
import { newEmail } from '../support/test-rows.ts'
import { cookieOf, followLink } from '../web/taker-requests.ts'

const start = Date.parse('2026-03-16T10:00:00Z')
const hour = 3_600_000
const all = ['disc', 'focus', 'core'] as const
const keys = { SECRET_KEY: randomBytes(32).toString('base64url') }
let now = start
let running: TestService
let second: TestService
let tables: Tables
let account: TestAccount
beforeAll(async () => {
  const clock = () => new Date(now)
  running = await startTestService(keys, { clock })
  second = await startTestService(keys, { clock, db: running.db })
  tables = await openTables(running.db)
  account = await running.account({ name: 'Northwind' })
})
beforeEach(() => {
  now = start
})

/** Either process may be sending a message. */
async function drain(): Promise<void> {
  await Promise.all([running.service.drainOutbox(), second.service.drainOutbox()])
}

type Person = { id: string; email: string; account: TestAccount }

async function person(of = account, fields: object = {}): Promise<Person> {
  const email = newEmail()
  const { body } = await of.call('POST', '/profile', { email, ...fields })
  return { id: body.profile.id, email, account: of }
}

async function create(people: readonly Person[], fields: object = {}, of = account): Promise<Json> {
  const profileIds = people.map(({ id }) => id)
  const { status, body, text } = await ask('POST', '/campaign', { name: 'Spring', profileIds, ...fields }, of)
  if (status !== 201) throw new Error(`${status} ${text}`)
  await drain()
  return body
}

/** With a token of this time. */
async function ask(method: string, path: string, body?: unknown, of = account): Promise<Answer> {
  return callAs(running.baseUrl, await signIn(running.baseUrl, of))(method, path, body)
}

const get = async (id: string) => (await ask('GET', `/campaign/${id}`)).body as Json
const remind = async (id: string) => (await ask('POST', `/campaign/${id}/remind`, {})).body.reminders as Json

async function messagesTo({ email }: Person): Promise<Json[]> {
  await drain()
  const response = await fetch(`${running.url}/dev/mailbox.json?to=${encodeURIComponent(email)}`)
  return (await response.json()) as Json[]
}

/** Hours after the start at which messages to the person were queued, in the order of time. */
async function hours({ id }: Person): Promise<number[]> {
  const rows = await tables.rows<{ at: string }>(
    'select created_at as at from invite where profile_id = $1 order by created_at',
    [id],
  )
  return rows.map(({ at }) => Math.round((Date.parse(at) - start) / hour))
}

/** How many messages the person got. */
async function delivered({ id }: Person): Promise<number> {
  await drain()
  return (await tables.rows('select from mailbox_message where profile_id = $1', [id])).length
}

/** Moves the clock on; the reminders of both processes run at each step. */
async function passTo(until: number, step = 3): Promise<void> {
  while (now < start + until * hour) {
    now = Math.min(now + step * hour, start + until * hour)
    await Promise.all([running.service.sendReminders(), second.service.sendReminders()])
    await drain()
  }
}

async function open(who: Person) {
  const link = (await messagesTo(who))[0]?.links[0]
  return { profileId: who.id, email: who.email, link, cookie: cookieOf(await followLink(link)) }
}

async function unsubscribe(who: Person): Promise<void> {
  const [message] = await messagesTo(who)
  const link = message?.links.find((one: string) => one.includes('/unsubscribe/')) ?? ''
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  expect((await fetch(link, { method: 'POST', body })).status).toBeLessThan(300)
}

describe('a campaign', () => {
  test('201 with its invites, whose emails have its words; then its people go down the funnel', async () => {
    const people = await Promise.all(
      ['Ada', 'Bo', 'Cy', 'Di'].map((firstName) => person(account, { firstName })),
    )
    const [ada, bo, cy, di] = people as [Person, Person, Person, Person]
    const note = 'We talk about it together.\nBcc: all <b>of you</b>'
    const { campaign, results } = await create(people, {
      ...{ note, senderName: 'Ria Sen', deadline: '2026-03-20' },
    })
    expect(results.map(({ status }: Json) => status)).toEqual(['sent', 'sent', 'sent', 'sent'])
    expect(campaign).toMatchObject({ state: 'open', reminderDays: [3, 6], note, medianMinutes: null })
    const [message] = await messagesTo(ada)
    expect(message.text).toContain(
      'Ria Sen writes:\n> We talk about it together.\n> Bcc: all <b>of you</b>\n\n',
    )
    expect(message.text).toContain('Please finish by Friday, 20 March 2026.')
    expect(message.html).toContain('Bcc: all &lt;b&gt;of you&lt;/b&gt;')
    for (const one of [ada, bo, cy]) await open(one)
    await take(running, await open(bo), 1, ['disc'])
    const taker = await open(cy)
    now += 20 * 60_000
    await take(running, taker, 1, all)
    expect(await get(campaign.id)).toMatchObject({
      campaign: { funnel: { invited: 4, sent: 4, opened: 3, started: 2, completed: 1 } },
      stuck: { queued: 0, failed: 0, sent: 1, opened: 1, disc: 0, focus: 1, core: 0 },
    })
    expect((await get(campaign.id)).campaign.medianMinutes).toBeGreaterThan(0)
    const list = await account.call('GET', `/campaign/${campaign.id}/people?isStuck=true`)
    const steps = list.body.people.map(({ firstName, step, assessment }: Json) => [
      firstName,
      step,
      assessment,
    ])
    expect(steps.sort()).toEqual([
      ['Ada', 'opened', null],
      ['Bo', 'started', 'focus'],
      ['Di', 'sent', null],
    ])
    expect(list.body.pagination.total).toBe(3)
    const failed = await account.call('GET', `/campaign/${campaign.id}/people?step=failed`)
    expect(failed.body.people).toEqual([])
    const again = await account.call('POST', '/profiles/invite', {
      ...{ profileIds: [cy.id], channel: 'email', campaignId: campaign.id },
    })
    expect(again.body.data.results[0]).toMatchObject({ status: 'skipped', reason: 'already_completed' })
    now += 2 * 60_000
    expect((await account.call('POST', `/profile/${di.id}/invite/email`)).status).toBe(204)
    expect((await messagesTo(di))[0].text).toContain('Ria Sen writes:')
    await account.call('DELETE', `/profile/${bo.id}`)
    expect((await get(campaign.id)).campaign.funnel).toMatchObject({ invited: 3, started: 1, completed: 1 })
  })

  test('is on the list of each of its people, with the next reminder as long as one is coming', async () => {
    const [mei, amir, outsider] = await Promise.all([
      person(account, { firstName: 'Mei', lastName: 'Zhou' }),
      person(account, { firstName: 'Amir', lastName: 'Said' }),
      person(),
    ])
    const of = async (who: Person) => (await ask('GET', `/profile/${who.id}/campaigns`)).body.campaigns
    const { campaign } = await create([mei, amir], { name: 'Autumn round', deadline: '2026-03-20' })
    expect(await of(outsider)).toEqual([])
    expect(await of(mei)).toEqual([
      {
        ...{ id: campaign.id, name: 'Autumn round', state: 'open', deadline: '2026-03-20' },
        ...{ step: 'sent', assessment: null, reminders: 0, nextReminderAt: '2026-03-19T10:00:00.000Z' },
        ...{ invitedAt: '2026-03-16T10:00:00.000Z', messagedAt: '2026-03-16T10:00:00.000Z' },
      },
    ])
    const { invites } = (await ask('GET', `/profile/${mei.id}/invites`)).body
    expect(invites).toMatchObject([{ campaignId: campaign.id, isReminder: false }])
    const people = async (query: string) =>
      (await ask('GET', `/campaign/${campaign.id}/people?${query}`)).body.people
    expect((await people('sortProp=name')).map(({ firstName }: Json) => firstName)).toEqual(['Amir', 'Mei'])
    const first = await ask('GET', `/campaign/${campaign.id}/people?sortProp=name&limit=1`)
    const next = /after=([^&>]+)/.exec(first.headers.get('link') ?? '')?.[1]
    expect((await people(`sortProp=name&limit=1&after=${next}`))[0].firstName).toBe('Mei')

    await passTo(74)
    // The second day of reminders is after the last day of the campaign.
    expect(await of(mei)).toMatchObject([{ reminders: 1, nextReminderAt: null }])
    await ask('PATCH', `/campaign/${campaign.id}`, { deadline: null })
    expect(await of(mei)).toMatchObject([{ nextReminderAt: '2026-03-22T10:00:00.000Z' }])
    await unsubscribe(mei)
    expect(await of(mei)).toMatchObject([{ nextReminderAt: null }])
    await ask('POST', `/campaign/${campaign.id}/end`)
    expect(await of(amir)).toMatchObject([{ state: 'ended', nextReminderAt: null }])
    expect((await ask('GET', `/profile/${newPublicId()}/campaigns`)).status).toBe(404)
  })

  test('lists newest first by state, and 409 for what is done in one that has ended', {
    tags: 'long',
  }, async () => {
    let of = await running.account({ preferences: { reminderDays: [2], timezone: 'Pacific/Auckland' } })
    const first = (await create([], { deadline: '2026-03-15' }, of).catch((error) => error)) as Error
    expect(first.message).toContain('deadline must be today or later')
    const { campaign: one } = await create([await person(of)], { deadline: '2026-03-17' }, of)
    expect(one.reminderDays).toEqual([2])
    now += 1_000
    const { campaign: two } = await create([], { reminderDays: [] }, of)
    const idsOf = async (query = '') =>
      (await of.call('GET', `/campaigns?limit=1${query}`)).body.campaigns.map(({ id }: Json) => id)
    expect(await idsOf()).toEqual([two.id])
    const { headers } = await of.call('GET', '/campaigns?limit=1')
    const next = /after=([^>&]+)/.exec(headers.get('link') ?? '')?.[1]
    expect(await idsOf(`&after=${next}`)).toEqual([one.id])
    now += 30 * hour
    of = { ...of, call: callAs(running.baseUrl, await signIn(running.baseUrl, of)) }
    expect(await idsOf('&state=overdue')).toEqual([one.id])
    const ended = await of.call('POST', `/campaign/${one.id}/end`)
    expect(ended.body.campaign).toMatchObject({ state: 'ended', funnel: { invited: 1, sent: 1 } })
    expect(await idsOf('&state=open')).toEqual([two.id])
    const late = await person(of)
    const refusals = await Promise.all([
      of.call('PATCH', `/campaign/${one.id}`, { name: 'Other' }),
      of.call('POST', `/campaign/${one.id}/remind`, {}),
      of.call('POST', '/profiles/invite', { profileIds: [late.id], channel: 'email', campaignId: one.id }),
    ])
    expect(refusals.map(({ status, body }) => [status, body.error.code])).toEqual(
      Array.from({ length: 3 }, () => [409, 'campaign_ended']),
    )
    const unknown = { profileIds: [late.id], channel: 'email', campaignId: newPublicId() }
    expect((await of.call('POST', '/profiles/invite', unknown)).status).toBe(404)
  })

  test('409 with `onlyIfInvited` if nobody can be invited, and then there is none; a preview says why', async () => {
    const [ada, bo] = [await person(), await person()]
    await create([ada])
    await unsubscribe(ada)
    now += 2 * 60_000
    const fields = { name: 'Nobody', onlyIfInvited: true, queue: true }
    const body = { profileIds: [ada.id, bo.id], channel: 'email', dryRun: true }
    await tables.expectUnchanged(async () => {
      const refused = await ask('POST', '/campaign', { ...fields, profileIds: [ada.id] })
      expect([refused.status, refused.body.error.code]).toEqual([409, 'no_one_invited'])
      expect((await ask('POST', '/campaign', fields)).status).toBe(409)
      expect((await ask('POST', '/profiles/invite', body)).body.data.results).toMatchObject([
        { profileId: ada.id, status: 'skipped', reason: 'recipient_opted_out' },
        { profileId: bo.id, status: 'sent', reason: null },
      ])
    })
    expect((await ask('POST', '/campaign', { ...fields, profileIds: [ada.id, bo.id] })).status).toBe(201)
    // As before without it.
    expect((await ask('POST', '/campaign', { name: 'Nobody', profileIds: [ada.id] })).status).toBe(201)
  })

  test('says on which days reminders are due, up to its last day, and only for whom they are', async () => {
    const [ada, bo] = [await person(), await person()]
    const { campaign } = await create([ada], { deadline: '2026-03-21' })
    const dates = async () => (await get(campaign.id)).reminderDates
    expect(await dates()).toEqual(['2026-03-19'])
    await ask('PATCH', `/campaign/${campaign.id}`, { deadline: '2026-03-18' })
    expect(await dates()).toEqual([])
    await ask('PATCH', `/campaign/${campaign.id}`, { deadline: null })
    expect(await dates()).toEqual(['2026-03-19', '2026-03-22'])
    // At night: the reminder is sent the next morning.
    now += 12 * hour
    await ask('POST', '/profiles/invite', { profileIds: [bo.id], channel: 'email', campaignId: campaign.id })
    expect(await dates()).toEqual(['2026-03-19', '2026-03-20', '2026-03-22', '2026-03-23'])
    // Someone who is invited elsewhere is reminded there.
    now += hour
    await ask('POST', '/campaign', { name: 'Own', profileIds: [ada.id] })
    expect(await dates()).toEqual(['2026-03-20', '2026-03-23'])
    await passTo(13 + 6 * 24 + 20, 6)
    expect([await hours(ada), await hours(bo)]).toEqual([
      [0, 13, expect.any(Number), expect.any(Number)],
      [12, expect.any(Number), expect.any(Number)],
    ])
  })

  test('counts the reminders that wait for the morning, and says when they leave', async () => {
    const [ada, bo] = [await person(), await person()]
    const { campaign } = await create([ada, bo], { reminderDays: [] })
    now = start + 36 * hour
    expect(await remind(campaign.id)).toMatchObject({ asked: 2, queued: 2 })
    await drain()
    const heldUntil = '2026-03-18T08:00:00.000Z'
    expect(await get(campaign.id)).toMatchObject({ remindersWaiting: 2, remindable: 0, heldUntil })
    const { progress } = (await ask('GET', `/profiles/progress?profileIds=${ada.id}`)).body
    expect(progress[0].invite).toMatchObject({ state: 'queued', isReminder: true, heldUntil })
    now = start + 46 * hour
    await drain()
    expect(await get(campaign.id)).toMatchObject({ remindersWaiting: 0, heldUntil: null })
  })

  test('counts no reminder that will not be sent, and says of none of these when it leaves', async () => {
    const own = await running.account()
    const people = await Promise.all(Array.from({ length: 7 }, () => person(own)))
    const [ada, bo, cy, di, eva, finn, gus] = people as [
      Person,
      Person,
      Person,
      Person,
      Person,
      Person,
      Person,
    ]
    const { campaign } = await create(people, {}, own)
    const waiting = async () => (await ask('GET', `/campaign/${campaign.id}`, undefined, own)).body as Json
    const heldOf = async ({ id }: Person) =>
      (await ask('GET', `/profiles/progress?profileIds=${id}`, undefined, own)).body.progress[0].invite
        .heldUntil
    now = start + 36 * hour
    const body = { profileIds: [ada.id, bo.id, cy.id] }
    const { reminders } = (await ask('POST', `/campaign/${campaign.id}/remind`, body, own)).body
    expect(reminders).toMatchObject({ asked: 3, queued: 3 })
    // The limits of the account hold back these.
    await tables.rows('update campaign_person set remind_asked_at = $2 where profile_id = any($1)', [
      [di.id, eva.id, finn.id, gus.id],
      new Date(now),
    ])
    const heldUntil = '2026-03-18T08:00:00.000Z'
    expect(await waiting()).toMatchObject({ remindersWaiting: 7, heldUntil })
    await unsubscribe(bo)
    await tables.rows('insert into erasure_request values ($1, $2, now(), null, now(), 1)', [own.id, cy.id])
    await unsubscribe(di)
    await tables.rows('update profile set email = $2 where id = $1', [eva.id, newEmail()])
    await ask('POST', '/campaign', { name: 'Own', profileIds: [finn.id] }, own)
    expect(await waiting()).toMatchObject({ remindersWaiting: 2, heldUntil })
    expect([await heldOf(ada), await heldOf(bo)]).toEqual([heldUntil, null])
    expect((await waiting()).reminderDates).not.toEqual([])
    await tables.rows("update account set billing_status = 'canceled' where id = $1", [own.id])
    expect(await waiting()).toMatchObject({ remindersWaiting: 0, heldUntil: null, reminderDates: [] })
    expect(await heldOf(ada)).toBeNull()
  })

  test('has the days after the newest invite in it, and none of people who get no reminder any more', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => person()))
    const [ada, bo, cy, di] = people as [Person, Person, Person, Person]
    const { campaign } = await create(people, { reminderDays: [3, 6] })
    const dates = async () => (await get(campaign.id)).reminderDates
    await unsubscribe(bo)
    const asking = 'insert into erasure_request values ($1, $2, now(), null, now(), 1)'
    await tables.rows(asking, [account.id, cy.id])
    await tables.rows('update profile set email = $2 where id = $1', [di.id, newEmail()])
    now = start + 4 * 24 * hour
    expect(await dates()).toEqual(['2026-03-22'])
    const again = { profileIds: [ada.id], channel: 'email', campaignId: campaign.id }
    expect((await ask('POST', '/profiles/invite', again)).body.data.results[0].status).toBe('sent')
    expect(await dates()).toEqual(['2026-03-23', '2026-03-26'])
    expect((await ask('GET', `/profile/${ada.id}/campaigns`)).body.campaigns).toMatchObject([
      { invitedAt: '2026-03-20T10:00:00.000Z', nextReminderAt: '2026-03-23T10:00:00.000Z' },
    ])
    await unsubscribe(ada)
    expect(await dates()).toEqual([])
  })

  test('has the days of someone who joins a large one later', { tags: 'long' }, async () => {
    const own = await running.account()
    for (let part = 0; part < 5; part += 1) {
      const rows = Array.from({ length: 450 }, () => ({ email: newEmail() }))
      expect((await own.call('POST', '/profiles/import', { rows })).status).toBe(200)
    }
    const { campaign } = await create([], { reminderDays: [3, 6] }, own)
    await tables.rows(
      `with invited as (
         insert into invite (account_id, id, profile_id, channel, recipient, token_hash, created_at, expires_at, campaign_id)
         select account_id, substr(md5(id), 1, 24), id, 'email', email, decode(md5(id) || md5(id), 'hex'), $3::timestamptz,
            $3::timestamptz + interval '7 days', $2::text
           from profile where account_id = $1)
       insert into campaign_person (account_id, campaign_id, profile_id, invite_id, invited_at, messaged_at, sent_at)
       select account_id, $2::text, id, substr(md5(id), 1, 24), $3::timestamptz, $3::timestamptz, $3::timestamptz
         from profile where account_id = $1`,
      [own.id, campaign.id, new Date(start)],
    )
    now = start + 20 * 24 * hour
    const of = { ...own, call: callAs(running.baseUrl, await signIn(running.baseUrl, own)) }
    const late = await person(of)
    const body = { profileIds: [late.id], channel: 'email', campaignId: campaign.id }
    expect((await of.call('POST', '/profiles/invite', body)).body.data.results[0].status).toBe('sent')
    const { reminderDates, campaign: shown } = (await of.call('GET', `/campaign/${campaign.id}`)).body
    expect([shown.funnel.invited, reminderDates]).toEqual([2_251, ['2026-04-08', '2026-04-11']])
  })

  test('changes only what is given, and what is sent then has the new words', async () => {
    const ada = await person()
    const { campaign } = await create([ada], { note: 'Old words.' })
    const patch = { note: 'New words.', deadline: null, reminderDays: [6, 2, 2] }
    const changed = await account.call('PATCH', `/campaign/${campaign.id}`, patch)
    expect(changed.body.campaign).toMatchObject({ name: 'Spring', note: 'New words.', reminderDays: [2, 6] })
    await passTo(48, 24)
    const [reminder] = await messagesTo(ada)
    expect(reminder.subject).toMatch(/^Reminder: /)
    expect(reminder.text).toContain('Northwind writes:\n> New words.\n')
    const events = (await ask('GET', '/events?types=campaign.*&limit=100')).body.events
    expect(events.at(-1)).toMatchObject({
      type: 'campaign.updated',
      data: { campaignId: campaign.id, fields: ['note', 'reminderDays'] },
    })
  })

  test('404 for someone else, and then nothing is created or sent', { tags: 'long' }, async () => {
    const ada = await person()
    const { campaign } = await create([ada])
    await tables.expectUnchanged(async () => {
      const profileIds = [ada.id, newPublicId()]
      const made = await account.call('POST', '/campaign', { name: 'x', profileIds })
      const reminded = await account.call('POST', `/campaign/${campaign.id}/remind`, { profileIds })
      expect([made, reminded].map(({ status, body }) => [status, body.error.param])).toEqual([
        [404, 'profileIds'],
        [404, 'profileIds'],
      ])
    })
  })

  test.each([
    ['a link in the note', { note: 'Go to evil.test' }, 'note'],
    ['a header in the sender', { senderName: 'Ria\r\nBcc: x' }, 'senderName'],
    ['too long a note', { note: 'a '.repeat(251) }, 'note'],
    ['a day that does not exist', { deadline: '2026-02-30' }, 'deadline'],
    ['four days of reminders', { reminderDays: [1, 2, 3, 4] }, 'reminderDays'],
    ['replies to a program', { repliesToMe: true }, 'repliesToMe'],
  ])('400 for %s', { tags: 'long' }, async (_, fields, param) => {
    const { status, body } = await account.call('POST', '/campaign', { name: 'Spring', ...fields })
    expect([status, body.error.param]).toEqual([400, param])
  })

  test('has its sender and its replies in the headers, and nothing of a note; without the member the account gets replies', async () => {
    const mail = await startMailServer()
    // With a database of its own, so that each service sends its own messages only.
    const sending = await startTestService({
      ...keys,
      MAIL_URL: mail.url,
      MAIL_FROM: 'no-reply@timbre.example',
    })
    const theirs = await openTables(sending.db)
    const of = await sending.account({ name: 'Northwind', preferences: { replyTo: 'people@test.test' } })
    const app = await (await createAppGranter(sending))(of)
    const [ada, bo] = [await person(of), await person(of)]
    await theirs.rows("update member set email = 'ria@test.test' where account_id = $1 and id = $2", [
      ...[of.id, app.memberId],
    ])
    const made = await app.call('POST', '/campaign', {
      ...{ name: 'Team', repliesToMe: true, profileIds: [ada.id], senderName: 'Ria "Sen" <x@y>, Bcc: z' },
      note: 'One\r\n\r\nBcc: all of you\n.\nFrom: me',
    })
    expect(made.body.campaign.repliesToMemberId).toBe(app.memberId)
    await sending.service.drainOutbox()
    await theirs.rows('delete from member where account_id = $1 and id = $2', [of.id, app.memberId])
    const fields = { profileIds: [bo.id], channel: 'email', campaignId: made.body.campaign.id }
    expect((await of.call('POST', '/profiles/invite', fields)).status).toBe(200)
    await sending.service.drainOutbox()
    const heads = mail.received.map(
      ({ raw }) => raw.split('\r\n\r\n')[0]?.replaceAll(/\r\n[ \t]+/g, ' ') ?? '',
    )
    const header = (name: string) =>
      heads.map((head) => head.split('\r\n').filter((line) => line.startsWith(`${name}: `)))
    expect(header('Reply-To')).toEqual([['Reply-To: ria@test.test'], ['Reply-To: people@test.test']])
    expect(header('Bcc')).toEqual([[], []])
    for (const [from] of header('From'))
      expect(from).toMatch(/Ria.*\(Northwind\).*<no-reply@timbre\.example>$/)
    expect(mail.received.map(({ to }) => to)).toEqual([[ada.email], [bo.email]])
  })
})

describe('POST /campaigns/preview', () => {
  test('returns the email in each language, as it would be sent, and sends nothing', async () => {
    const preview = async (fields: object) =>
      (await account.call('POST', '/campaigns/preview', fields)).body.preview as Json
    const words = { note: 'Bitte & danke', senderName: 'Ria Sen', deadline: '2026-03-20', firstName: 'Ada' }
    const german = await preview({ ...words, locale: 'de' })
    expect(german.fromName).toBe('Ria Sen (Northwind)')
    expect(german.text).toContain('Ria Sen schreibt:\n> Bitte & danke')
    expect(german.text).toContain('Freitag, 20. März 2026')
    expect(german.html).toContain('Bitte &amp; danke')
    expect((await preview({ ...words, locale: 'fr', isReminder: true })).subject).toMatch(/^Rappel/)
    const links: string[] = german.text.match(new RegExp(`${running.url}/[\\w/-]+`, 'g')) ?? []
    expect(links.length).toBeGreaterThan(0)
    for (const link of new Set(links)) expect((await fetch(link)).status, link).toBe(404)
    const person = await (async () => {
      const { body } = await account.call('POST', '/profile', { email: newEmail(), firstName: 'Ada' })
      return body.profile.id as string
    })()
    await account.call('POST', '/campaign', {
      ...{ name: 'x', profileIds: [person], senderName: words.senderName, note: words.note },
      deadline: words.deadline,
    })
    await drain()
    const [sent] = await tables.rows<{ html: string }>(
      'select body_html as html from mailbox_message where profile_id = $1',
      [person],
    )
    const withoutLinks = (html = '') => html.replace(/https?:\/\/[^"<\s]+/g, 'LINK')
    expect(withoutLinks((await preview({ ...words, locale: 'en' })).html)).toBe(withoutLinks(sent?.html))
  })
})

describe('reminders of a campaign', () => {
  const monthly =
    'are sent on its days over a month, once each though two processes send them, and to nobody who has an end'
  test(monthly, () => passMonth([24, 24, 120]))
  test(`${monthly}, looked at every three and six hours`, { tags: 'long' }, () => passMonth([3, 6, 6]))

  /** The steps of the clock in the first four days, until the last reminder, and after it. */
  async function passMonth([first, then, late]: readonly [number, number, number]): Promise<void> {
    const own = await running.account({ preferences: { reminderDays: [1, 2] } })
    const people = await Promise.all(Array.from({ length: 6 }, () => person(own)))
    const [unfinished, completed, erasing, stopped, moved, again] = people as [
      ...[Person, Person, Person, Person, Person, Person],
    ]
    await create(people, { reminderDays: [3, 6, 10] }, own)
    const [silent, due, ending, outside] = [
      await person(own),
      await person(own),
      await person(own),
      await person(own),
    ]
    await create([silent], { reminderDays: [] }, own)
    await create([due], { reminderDays: [3, 6], deadline: '2026-03-20' }, own)
    const { campaign } = await create([ending], { reminderDays: [3, 6] }, own)
    await own.call('POST', `/profile/${outside.id}/invite/email`)
    await drain()
    await passTo(24 * 4, first)
    await take(running, await open(completed), 1, all)
    await tables.rows('insert into erasure_request values ($1, $2, now(), null, now(), 1)', [
      own.id,
      erasing.id,
    ])
    await unsubscribe(stopped)
    await tables.rows("update profile set email = 'moved@test.test' where account_id = $1 and id = $2", [
      ...[own.id, moved.id],
    ])
    await ask('POST', `/campaign/${campaign.id}/end`, undefined, own)
    now += 60_000
    await ask('POST', `/profile/${again.id}/invite/email`, undefined, own)
    await passTo(24 * 15, then)
    await passTo(24 * 30, late)
    expect([running, second].map((one) => one.logged().includes('could not send one'))).toEqual([
      false,
      false,
    ])
    expect(await hours(unfinished)).toEqual([0, 72, 144, 240])
    await expect.poll(() => delivered(unfinished)).toBe(4)
    for (const one of [completed, erasing, stopped, moved]) expect(await hours(one)).toEqual([0, 72])
    expect(await hours(silent)).toEqual([0])
    expect(await hours(due)).toEqual([0, 72])
    expect(await hours(ending)).toEqual([0, 72])
    expect(await hours(outside)).toEqual([0, 24, 48])
    // Invited again on the fourth day: the days count from there.
    expect(await hours(again)).toEqual([0, 72, 96, 168, 240, 336])
  }

  test('of someone who is invited in an earlier campaign again are of that one, each once, by its days and by hand', async () => {
    const [ada, bo, cy] = [await person(), await person(), await person()]
    const { campaign: spring } = await create([ada, bo], { note: 'In spring.', reminderDays: [] })
    const { campaign: days } = await create([cy], { note: 'On its days.', reminderDays: [2] })
    now += hour
    await create([ada, bo], { note: 'In autumn.', reminderDays: [2] })
    await create([cy], { note: 'Without days.', reminderDays: [] })
    now += hour
    for (const [{ id: campaignId }, { id }] of [
      [spring, ada],
      [days, cy],
    ] as const) {
      const body = { profileIds: [id], channel: 'email', campaignId }
      expect((await ask('POST', '/profiles/invite', body)).body.data.results[0].status).toBe('sent')
    }
    now = start + 30 * hour
    expect(await remind(spring.id)).toMatchObject({ asked: 1, queued: 1, waiting: 0 })
    await passTo(90, 6)
    // Asked for once in spring, and no more by the days of autumn.
    expect([await hours(ada), await hours(bo), await hours(cy)]).toEqual([
      [0, 1, 2, 30],
      [0, 1, 54],
      [0, 1, 2, 54],
    ])
    for (const [one, words] of [
      [ada, 'In spring.'],
      [bo, 'In autumn.'],
      [cy, 'On its days.'],
    ] as const)
      expect((await messagesTo(one))[0].text).toContain(words)
    for (const [{ id }, one] of [
      [spring, ada],
      [days, cy],
    ] as const) {
      const { people } = (await ask('GET', `/campaign/${id}/people`)).body
      const row = people.find(({ profileId }: Json) => profileId === one.id)
      expect(row).toMatchObject({ reminders: 1, isReminderAsked: false })
    }
  })

  test('by hand: once though asked for twice at the same time, as counted before, and at most three in all', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => person()))
    const [ada, bo, cy, di, ed] = people as [Person, Person, Person, Person, Person]
    const { campaign } = await create(people, { reminderDays: [] })
    await take(running, await open(ada), 1, all)
    await unsubscribe(bo)
    expect((await get(campaign.id)).remindable).toBe(0)
    expect(await remind(campaign.id)).toEqual({ asked: 0, queued: 0, waiting: 0, heldUntil: null })
    now += 24 * hour
    await take(running, await open(cy), 1, ['disc'])
    expect((await get(campaign.id)).remindable).toBe(2)
    const listed = (await ask('GET', '/campaigns?includeRemindable=true&limit=100')).body.campaigns
    expect(listed.find(({ id }: Json) => id === campaign.id).remindable).toBe(2)
    const both = await Promise.all([remind(campaign.id), remind(campaign.id)])
    await drain()
    expect(both.map(({ asked, queued }) => [asked, queued]).sort()).toEqual([
      [0, 0],
      [2, 2],
    ])
    for (let days = 2; days <= 5; days += 1) {
      now = start + days * 24 * hour
      await remind(campaign.id)
      await drain()
    }
    expect(await hours(di)).toEqual([0, 24, 48, 72])
    await expect.poll(() => delivered(di)).toBe(4)
    expect(await hours(ed)).toEqual([0, 24, 48, 72])
    expect(await hours(cy)).toEqual([0, 48, 72, 96])
    for (const one of [ada, bo]) expect(await hours(one)).toEqual([0])
    const { people: rows } = (await ask('GET', `/campaign/${campaign.id}/people`)).body
    expect(rows.find(({ profileId }: Json) => profileId === bo.id)).toMatchObject({
      optedOut: true,
      reminders: 0,
    })
    expect(rows.find(({ profileId }: Json) => profileId === di.id)).toMatchObject({ reminders: 3 })
  })

  test('by hand wait for the morning, and for the limits of the account, and are lost with no crash', {
    tags: 'long',
  }, async () => {
    const limited = await startTestService(
      { ...keys, RATE_LIMITS: 'on', MAIL_ACCOUNT_DAILY: '3' },
      { clock: () => new Date(now), db: running.db },
    )
    const own = await running.account({ preferences: { timezone: 'Europe/Berlin' } })
    const people = await Promise.all(Array.from({ length: 5 }, () => person(own)))
    const { campaign } = await create(people, { reminderDays: [] }, own)
    now = start + 36 * hour
    const answer = await fetch(`${limited.baseUrl}/campaign/${campaign.id}/remind`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await signIn(limited.baseUrl, own)}`,
        'content-type': 'application/json',
      },
      body: '{}',
    })
    const { reminders } = (await answer.json()) as Json
    expect(answer.status).toBe(200)
    expect(reminders).toEqual({ asked: 5, queued: 3, waiting: 2, heldUntil: '2026-03-18T07:00:00.000Z' })
    await Promise.all([drain(), limited.service.drainOutbox()])
    const counts = async () => {
      const lengths = []
      await limited.service.drainOutbox()
      for (const one of people) lengths.push(await delivered(one))
      return lengths.sort()
    }
    expect(await counts()).toEqual([1, 1, 1, 1, 1])
    await tables.rows(
      `create function halt() returns trigger language plpgsql as $$ begin raise exception 'died'; end $$`,
    )
    await tables.rows(
      `create trigger halt before insert on outbox for each row when (new.account_id = '${own.id}') execute function halt()`,
    )
    now = start + 45 * hour
    await limited.service.sendReminders()
    await tables.rows('drop trigger halt on outbox')
    await Promise.all([drain(), limited.service.drainOutbox()])
    expect(await counts()).toEqual([1, 1, 2, 2, 2])
    for (let step = 0; step < 4; step += 1) {
      now += hour
      await Promise.all([limited.service.sendReminders(), second.service.sendReminders()])
      await Promise.all([limited.service.drainOutbox(), second.service.drainOutbox()])
    }
    expect(await counts()).toEqual([2, 2, 2, 2, 2])
  })
})
