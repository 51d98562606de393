import { beforeAll, describe, expect, test } from 'vitest'
import { type Json, startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'
import { newEmail, newMobile } from '../support/test-rows.ts'
import { cookieOf, followLink, requestNewLink } from '../web/taker-requests.ts'

let running: TestService
let tables: Tables
let account: TestAccount
beforeAll(async () => {
  running = await startTestService()
  tables = await openTables(running.db)
  account = await running.account()
})

type Invited = { profileId: string; email: string; campaignId: string }

/** A person who was invited in a campaign. */
async function invite(fields: object = {}): Promise<Invited> {
  const email = newEmail()
  const { profile } = (await account.call('POST', '/profile', { email, firstName: 'Chidi', ...fields })).body
  const body = { name: 'Spring', profileIds: [profile.id] }
  const { campaign } = (await account.call('POST', '/campaign', body)).body
  return { profileId: profile.id, email, campaignId: campaign.id }
}

async function linkTo(address: string): Promise<string> {
  await running.service.drainOutbox()
  const answer = await fetch(`${running.url}/dev/mailbox.json?to=${encodeURIComponent(address)}`)
  const [newest] = (await answer.json()) as { links: string[] }[]
  return newest?.links.find((one) => one.includes('/t/')) ?? ''
}

const countMessages = async ({ profileId }: Invited) => {
  await running.service.drainOutbox()
  const rows = await tables.rows<{ kind: string }>(
    'select 1 from outbox where profile_id = $1 and invite_id is not null',
    [profileId],
  )
  return rows.length
}

const report = async (address: string, link?: string) =>
  fetch(link ?? (await linkTo(address)), { method: 'POST', body: new URLSearchParams({ wrong: '1' }) })

/** Someone has asked for an invite of the campaign, and confirmed the address; the service sends it. */
async function letWait({ profileId, campaignId }: Invited): Promise<void> {
  await tables.rows(
    `insert into campaign_waiting (account_id, campaign_id, profile_id, asked_at, place, channel, even_bounced)
     values ($1, $2, $3, now(), 1, 'email', true)`,
    [account.id, campaignId, profileId],
  )
  await tables.rows('insert into campaign_queue values ($1, $2, now())', [account.id, campaignId])
}

/** Works while another transaction has the person; what waits for them goes on afterwards, in its order. */
function whileLocked<T>(
  { profileId }: Invited,
  work: (countWaiting: () => Promise<number>) => Promise<T>,
): Promise<T> {
  const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  return running.db.database.inAccount(account.id, async (sql) => {
    await sql.run('select from profile where id = $1 for no key update', [profileId])
    return work(async () => (await tables.rows(waiting)).length)
  })
}
const progressOf = async ({ profileId }: Invited): Promise<Json> =>
  (await account.call('GET', `/profiles/progress?profileIds=${profileId}`)).body.progress[0]
const invitesOf = async ({ profileId }: Invited): Promise<Json[]> =>
  (await account.call('GET', `/profile/${profileId}/invites`)).body.invites
const statusOf = async ({ profileId }: Invited): Promise<string | undefined> => {
  const { statuses } = (await account.call('GET', `/profiles/statuses?profileIds=${profileId}`)).body
  return Object.keys(statuses).find((one) => statuses[one] === 1)
}
const resend = ({ profileId }: Invited, body?: object, channel = 'email') =>
  account.call('POST', `/profile/${profileId}/invite/${channel}`, body)
const campaignOf = async ({ campaignId }: Invited): Promise<Json> => {
  const { stuck, campaign, remindable } = (await account.call('GET', `/campaign/${campaignId}`)).body
  const { people } = (await account.call('GET', `/campaign/${campaignId}/people`)).body
  return { stuck, funnel: campaign.funnel, remindable, step: people[0].step }
}
const reminderDatesOf = async ({ campaignId }: Invited): Promise<string[]> =>
  (await account.call('GET', `/campaign/${campaignId}`)).body.reminderDates
const at = expect.stringMatching(/^\d{4}-.+Z$/)

describe('an address whose reader is not the person', () => {
  test('is told everywhere, and 409 recipient_wrong_person until someone confirms it', async () => {
    const person = await invite()
    expect(await statusOf(person)).toBe('sent')
    expect(await reminderDatesOf(person)).toHaveLength(2)
    expect((await report(person.email)).status).toBe(200)

    expect(await statusOf(person)).toBe('wrongPerson')
    expect(await reminderDatesOf(person)).toEqual([])
    expect((await progressOf(person)).invite).toMatchObject({
      state: 'superseded',
      wrongPerson: true,
      wrongPersonAt: at,
    })
    expect(await campaignOf(person)).toMatchObject({
      step: 'wrongPerson',
      stuck: { wrongPerson: 1, sent: 0, opened: 0 },
      funnel: { invited: 1, sent: 1 },
      remindable: 0,
    })
    const atStep = await account.call('GET', `/campaign/${person.campaignId}/people?step=wrongPerson`)
    expect(atStep.body.people).toHaveLength(1)
    const listed = await account.call('GET', `/profile/${person.profileId}/campaigns`)
    expect(listed.body.campaigns).toMatchObject([{ step: 'wrongPerson', nextReminderAt: null }])

    const refused = await resend(person)
    expect([refused.status, refused.body.error.code]).toEqual([409, 'recipient_wrong_person'])
    const many = { profileIds: [person.profileId], channel: 'email', campaignId: person.campaignId }
    const skipped = [{ status: 'skipped', reason: 'recipient_wrong_person' }]
    for (const more of [{}, { queue: true }]) {
      const { results } = (await account.call('POST', '/profiles/invite', { ...many, ...more })).body.data
      expect(results).toMatchObject(skipped)
    }
    const again = await account.call('POST', '/campaign', { name: 'More', profileIds: [person.profileId] })
    expect(again.body.results).toMatchObject(skipped)
    await requestNewLink(await linkTo(person.email))
    expect(await countMessages(person)).toBe(1)

    expect((await resend(person, { tryAgain: true })).status).toBe(204)
    expect(await countMessages(person)).toBe(2)
    expect(await statusOf(person)).toBe('sent')
    expect((await campaignOf(person)).step).toBe('sent')
    expect(await invitesOf(person), 'the history still says what happened').toMatchObject([
      { state: 'sent', wrongPerson: false, wrongPersonAt: null },
      { state: 'superseded', wrongPerson: false, wrongPersonAt: at },
    ])
    expect((await resend(person)).status).toBe(204)
  })

  test('is confirmed by sending, not by a preview of it', async () => {
    const person = await invite()
    await report(person.email)
    const preview = { profileIds: [person.profileId], channel: 'email', tryAgain: true, dryRun: true }
    await tables.expectUnchanged(async () => {
      const { results } = (await account.call('POST', '/profiles/invite', preview)).body.data
      expect(results).toMatchObject([{ status: 'sent', reason: null }])
    })
    expect((await resend(person)).body.error.code).toBe('recipient_wrong_person')
    expect(await statusOf(person)).toBe('wrongPerson')
  })

  test('can be said again by the next link, and what waits was asked for before it', async () => {
    const person = await invite()
    await report(person.email)
    await resend(person, { tryAgain: true })
    await letWait(person)
    await report(person.email)
    expect(await statusOf(person)).toBe('wrongPerson')
    await running.service.sendWaitingInvites()
    expect(await countMessages(person)).toBe(2)
    const { queue } = (await account.call('GET', `/campaign/${person.campaignId}`)).body
    expect(queue.people).toMatchObject([{ reason: 'recipient_wrong_person' }])
  })

  test('is told while the queue invites there: what was asked for before confirms nothing', async () => {
    const person = await invite()
    const link = await linkTo(person.email)
    const { reported, swept } = await whileLocked(person, async (countWaiting) => {
      const reported = report(person.email, link)
      await expect.poll(countWaiting).toBe(1)
      await letWait(person)
      const swept = running.service.sendWaitingInvites()
      await expect.poll(countWaiting).toBe(2)
      return { reported, swept }
    })
    expect((await reported).status).toBe(200)
    await swept
    expect(await countMessages(person)).toBe(1)
    expect(await statusOf(person)).toBe('wrongPerson')
    const { queue } = (await account.call('GET', `/campaign/${person.campaignId}`)).body
    expect(queue.people).toMatchObject([{ reason: 'recipient_wrong_person' }])
  })

  test('is told once by two presses at the same time', async () => {
    const person = await invite()
    const link = await linkTo(person.email)
    const { presses } = await whileLocked(person, async (countWaiting) => {
      const presses = Promise.all([report(person.email, link), report(person.email, link)])
      await expect.poll(countWaiting).toBe(2)
      return { presses }
    })
    expect((await presses).map(({ status }) => status)).toEqual([200, 200])
    const audited = `select 1 from audit_entry where action = 'report_wrong_person' and target_id = $1`
    expect(await tables.rows(audited, [person.profileId])).toHaveLength(1)
  })

  test('takes back what waits to be sent there, as after a restore', async () => {
    const person = await invite()
    const link = await linkTo(person.email)
    const change = `update outbox set state = 'queued', due_at = now() + interval '1 day' where profile_id = $1 and invite_id is not null`
    await tables.rows(change, [person.profileId])
    await report(person.email, link)
    const left = 'select state from outbox where profile_id = $1 and invite_id is not null'
    expect(await tables.rows(left, [person.profileId])).toEqual([{ state: 'failed' }])
  })

  test('shows nothing to others any more that was made in a session, and what the account made stays', async () => {
    const person = await invite()
    const link = await linkTo(person.email)
    const key = [account.id, person.profileId]
    await tables.rows(
      `insert into share_card values ($1, $2, $2, 1, '\\x03', '\\x03', '{}', null, null, 'en', now(), now() + interval '1 day')`,
      key,
    )
    for (const [by, place] of [
      ['person', 'a'],
      ['account', 'b'],
    ])
      await tables.rows(
        `insert into report_link (account_id, id, token_hash, kind, profile_id, made_by, created_at, expires_at)
         values ($1, repeat($4, 24), decode(repeat($4, 64), 'hex'), 'person', $2, $3, now(), now() + interval '1 day')`,
        [...key, by, place],
      )
    await report(person.email, link)
    const card = 'select 1 from share_card where profile_id = $1'
    expect(await tables.rows(card, [person.profileId])).toEqual([])
    const made = 'select made_by from report_link where profile_id = $1 and revoked_at is null'
    expect(await tables.rows(made, [person.profileId])).toEqual([{ made_by: 'account' }])
  })

  test('is written to no more once it is corrected, and the new one at once', async () => {
    const person = await invite()
    await report(person.email)
    const right = newEmail()
    expect((await account.call('PATCH', `/profile/${person.profileId}`, { email: right })).status).toBe(200)
    expect(await statusOf(person)).toBe('expired')
    expect((await campaignOf(person)).step).toBe('sent')
    expect((await resend(person)).status).toBe(204)
    expect(await linkTo(right)).toContain('/t/')
    await account.call('PATCH', `/profile/${person.profileId}`, { email: person.email })
    expect((await resend(person)).status, 'the former address has said so').toBe(409)
  })

  test('leaves the figures of a campaign as they are that had ended before', async () => {
    const person = await invite()
    const link = await linkTo(person.email)
    expect((await account.call('POST', `/campaign/${person.campaignId}/end`)).status).toBe(200)
    const before = await campaignOf(person)
    await report(person.email, link)
    expect(await statusOf(person)).toBe('wrongPerson')
    expect(await campaignOf(person)).toEqual(before)
    expect(before.step).toBe('sent')
  })

  test('concerns this person and this address: the phone still works, and another person may have it', async () => {
    const [phone, wrong] = [newMobile(), newMobile()]
    const person = await invite({ phone })
    await report(person.email)
    expect((await resend(person, undefined, 'sms')).status).toBe(204)
    expect(await statusOf(person)).toBe('sent')
    expect((await resend(person)).status).toBe(409)

    const called = await invite({ phone: wrong })
    await resend(called, undefined, 'sms')
    await report(wrong)
    const refused = await resend(called, undefined, 'sms')
    expect([refused.status, refused.body.error.code]).toEqual([409, 'recipient_wrong_person'])
    expect((await resend(called, { tryAgain: true }, 'sms')).status).toBe(204)

    await account.call('DELETE', `/profile/${person.profileId}`)
    const other = await account.call('POST', '/profile', { email: person.email, firstName: 'Ada' })
    expect((await resend({ ...person, profileId: other.body.profile.id })).status).toBe(204)
  })

  test('someone else who pressed Start there has opened nothing for the person', async () => {
    const person = await invite()
    await followLink(await linkTo(person.email))
    expect(await campaignOf(person)).toMatchObject({ step: 'opened', funnel: { opened: 1 } })
    await report(person.email)
    expect(await campaignOf(person)).toMatchObject({ step: 'wrongPerson', funnel: { opened: 0 } })
    const right = newEmail()
    await account.call('PATCH', `/profile/${person.profileId}`, { email: right })
    await resend(person)
    expect(await statusOf(person)).toBe('sent')
    expect(await progressOf(person)).toMatchObject({ firstOpenedAt: null })
    expect((await campaignOf(person)).step).toBe('sent')
  })

  test('nor with an earlier link that was sent there', async () => {
    const person = await invite()
    await followLink(await linkTo(person.email))
    await resend(person)
    await report(person.email)
    expect(await campaignOf(person)).toMatchObject({ step: 'wrongPerson', funnel: { opened: 0 } })
    expect(await progressOf(person)).toMatchObject({ firstSentAt: null, firstOpenedAt: null })
    await account.call('PATCH', `/profile/${person.profileId}`, { email: newEmail() })
    await resend(person)
    expect(await statusOf(person)).toBe('sent')
    expect((await campaignOf(person)).step).toBe('sent')
  })

  test('what the person has opened elsewhere stays opened', async () => {
    const wrong = newMobile()
    const person = await invite({ phone: wrong })
    await followLink(await linkTo(person.email))
    await resend(person, undefined, 'sms')
    const link = await linkTo(wrong)
    await followLink(link)
    await report(wrong, link)
    expect(await campaignOf(person)).toMatchObject({ step: 'wrongPerson', funnel: { opened: 1 } })
    expect(await progressOf(person)).toMatchObject({ firstSentAt: at, firstOpenedAt: at })
    await account.call('PATCH', `/profile/${person.profileId}`, { phone: null })
    expect((await campaignOf(person)).step).toBe('opened')
  })
})

describe('a newer link', () => {
  test('leaves the first opening in the status, the counts and the progress, as in the campaign', async () => {
    const person = await invite()
    expect(cookieOf(await followLink(await linkTo(person.email)))).not.toBe('')
    expect(await statusOf(person)).toBe('opened')
    const { firstOpenedAt, firstSentAt } = await progressOf(person)
    expect([firstSentAt, firstOpenedAt]).toEqual([at, at])
    await resend(person)
    await linkTo(person.email)
    expect(await statusOf(person)).toBe('opened')
    expect(await progressOf(person)).toMatchObject({
      firstSentAt,
      firstOpenedAt,
      invite: { state: 'sent', openedAt: null },
    })
    const found = await account.call('GET', `/profiles?status=opened&profileIds=${person.profileId}`)
    expect(found.body.profiles).toHaveLength(1)
    expect((await campaignOf(person)).step).toBe('opened')
  })

  test('of a retake is not opened yet', async () => {
    const person = await invite()
    await followLink(await linkTo(person.email))
    await tables.rows(
      `insert into former_attempt (account_id, profile_id, attempt, available_assessments, replaced_at)
       values ($1, $2, 9, '{disc}', now())`,
      [account.id, person.profileId],
    )
    await resend(person)
    expect(await statusOf(person)).toBe('sent')
    expect(await progressOf(person)).toMatchObject({ firstOpenedAt: null })
  })
})
