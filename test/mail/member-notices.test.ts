import { randomBytes } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { NewEvent } from '../../src/contract/event-types.ts'
import { startMailServer } from '../support/mail-server.ts'
import { completed, inviteFailed, type NotifiedMember, openNoticeFixture } from '../support/member-notices.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'
import { insertTestTag, newEmail } from '../support/test-rows.ts'

const start = Date.parse('2026-03-16T10:00:00Z')
const hour = 3_600_000
let now = start
let running: TestService
let tables: Tables
let account: TestAccount
let fixture: Awaited<ReturnType<typeof openNoticeFixture>>
beforeAll(async () => {
  running = await startTestService(
    { SECRET_KEY: randomBytes(32).toString('base64url') },
    { clock: () => new Date(now) },
  )
  tables = await openTables(running.db)
  fixture = await openNoticeFixture(running, tables)
  await tables.rows(
    `create function later() returns trigger language plpgsql as $$
     begin new.due_at = new.due_at + interval '12 hours'; return new; end $$`,
  )
})
beforeEach(async () => {
  now = start
  account = await running.account({ name: 'Northwind' })
})

async function send(): Promise<void> {
  await running.service.sendMemberNotices()
  await running.service.drainOutbox()
}

/** What is queued meanwhile is due in twelve hours only, as if the mail server were down. */
async function queueOnly(...events: NewEvent[]): Promise<void> {
  await tables.rows(
    'create trigger later before insert on outbox for each row when (new.is_member_notice) execute function later()',
  )
  await fixture.happen(account, ...events)
  now = Date.parse('2026-03-17T08:00:00Z')
  await running.service.sendMemberNotices()
  await tables.rows('drop trigger later on outbox')
}

async function deliverQueued(): Promise<void> {
  now += 13 * hour
  await running.service.drainOutbox()
}

function unsubscribeLinkIn({ text }: { text: string }): string {
  return /\S+\/unsubscribe\/\S+/.exec(text)?.[0] ?? ''
}

/** As mail programs do (RFC 8058, section 3.2): no cookie, no origin, one field. */
function oneClick(link: string): Promise<Response> {
  return fetch(link, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })
}

const atOnce = { completed: { frequency: 'atOnce' }, inviteFailed: { frequency: 'atOnce' } }
const daily = { completed: { frequency: 'daily' }, inviteFailed: { frequency: 'daily' } }

/** A member with one email, who has another one queued about each of these people. */
async function withQueued(choices: object, people: readonly string[]): Promise<NotifiedMember> {
  const member = await fixture.member(account)
  await member.choose(choices)
  await queueOnly(...people.map(completed), ...people.map(inviteFailed))
  expect(await queuedOf(member)).toBeGreaterThan(0)
  return member
}

async function queuedOf({ memberId }: NotifiedMember): Promise<number> {
  const rows = await tables.rows(
    `select 1 from outbox join member_notice_email written on written.outbox_id = outbox.id
      where written.member_id = $1 and state = 'queued'`,
    [memberId],
  )
  return rows.length
}

describe('an email that waits is not sent', () => {
  const kinds: [string, object][] = [
    ['in a digest', daily],
    ['at once', atOnce],
  ]
  test.each(kinds.slice(0, 1))('after one click on unsubscribe: %s', isUnsubscribed)
  test.each(kinds.slice(1))('after one click on unsubscribe: %s', { tags: 'long' }, isUnsubscribed)

  async function isUnsubscribed(_: string, choices: object): Promise<void> {
    const person = await fixture.person(account, { firstName: 'Ada' })
    const first = await fixture.member(account)
    await first.choose(atOnce)
    await fixture.happen(account, completed(person))
    await send()
    const [email] = await first.emails()
    await first.choose(choices)
    await queueOnly(completed(person), inviteFailed(person))
    expect(await queuedOf(first)).toBeGreaterThan(0)
    const answer = await oneClick(unsubscribeLinkIn({ text: String(email?.text) }))
    expect([answer.status, answer.redirected, answer.headers.get('set-cookie')]).toEqual([200, false, null])
    await deliverQueued()
    now += 24 * 8 * hour
    await fixture.happen(account, completed(person))
    await send()
    expect(await first.emails()).toHaveLength(1)
    const { notices } = (await first.call('GET', '/member/notices')).body
    expect([notices.completed.frequency, notices.inviteFailed.frequency]).toEqual(['off', 'off'])
  }

  const reasons: [string, (member: NotifiedMember) => Promise<void>][] = [
    [
      'was turned off and on again in the settings',
      async (member: NotifiedMember) => {
        await member.choose({ completed: { frequency: 'off' }, inviteFailed: { frequency: 'off' } })
        await member.choose(atOnce)
      },
    ],
    [
      'is for a member who was removed',
      async ({ memberId }: NotifiedMember) => {
        await tables.rows('delete from member where id = $1', [memberId])
      },
    ],
    [
      'is about somebody who was deleted',
      async () => {
        const [{ id } = { id: '' }] = await tables.rows<{ id: string }>(
          'select id from profile where account_id = $1',
          [account.id],
        )
        expect((await (await fixture.as(account))('DELETE', `/profile/${id}`)).status).toBe(204)
      },
    ],
  ]
  test.each(reasons)('if it %s, in a digest', (_, change) => isDropped(daily, change))
  test.each(reasons)('if it %s, at once', { tags: 'long' }, (_, change) => isDropped(atOnce, change))

  async function isDropped(choices: object, change: (member: NotifiedMember) => Promise<void>) {
    const member = await withQueued(choices, [await fixture.person(account)])
    await change(member)
    await deliverQueued()
    expect(await member.emails()).toEqual([])
  }

  test('if the role no longer sees it; what it still sees is sent', async () => {
    const member = await withQueued(daily, [await fixture.person(account, { firstName: 'Ada' })])
    await tables.rows("update member set role = 'user' where id = $1", [member.memberId])
    await deliverQueued()
    const [email, ...more] = await member.emails()
    expect(more).toEqual([])
    expect(email?.text).toContain('1 person completed')
    expect(email?.text).not.toContain('invite')
    await fixture.happen(account, inviteFailed(await fixture.person(account)))
    now += 48 * hour
    await send()
    expect(await member.emails()).toHaveLength(1)
  })

  test('while the account is paused, and is sent afterwards, without people deleted meanwhile', async () => {
    const [ada, bob] = [
      await fixture.person(account, { firstName: 'Ada' }),
      await fixture.person(account, { firstName: 'Bob' }),
    ]
    const member = await withQueued(daily, [ada, bob])
    await tables.rows('update account set paused = true where id = $1', [account.id])
    await deliverQueued()
    expect(await member.emails()).toEqual([])
    await tables.rows('update account set paused = false where id = $1', [account.id])
    await (await fixture.as(account))('DELETE', `/profile/${bob}`)
    await deliverQueued()
    const [email] = await member.emails()
    expect(email?.text).toContain('1 person completed the assessment: Ada')
    expect(email?.text).not.toContain('Bob')
  })
})

describe('the unsubscribe link', () => {
  async function linkOf(member: NotifiedMember): Promise<string> {
    await member.choose(atOnce)
    await fixture.happen(account, completed(await fixture.person(account)))
    await send()
    return unsubscribeLinkIn({ text: String((await member.emails()).at(-1)?.text) })
  }

  test('is in the headers that mail programs read, of the email as it arrives', async () => {
    const server = await startMailServer()
    const real = await startTestService({ MAIL_URL: server.url, MAIL_FROM: 'no-reply@timbre.example' })
    const own = await openNoticeFixture(real, await openTables(real.db))
    const northwind = await real.account({ name: 'Northwind' })
    const member = await own.member(northwind)
    await member.choose(atOnce)
    await own.happen(northwind, completed(await own.person(northwind)))
    await real.service.sendMemberNotices()
    await real.service.drainOutbox()
    expect(server.received).toHaveLength(1)
    const raw = (server.received[0]?.raw ?? '').replace(/\r\n[ \t]+/g, ' ')
    const [, link = ''] = /^List-Unsubscribe: <(http[^>]+)>\r$/m.exec(raw) ?? []
    expect(link).toMatch(new RegExp(`^${real.url}/unsubscribe/tmb_notices_[\\w-]{54}$`))
    expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
    expect((await oneClick(link)).status).toBe(200)
    await own.happen(northwind, completed(await own.person(northwind)))
    await real.service.sendMemberNotices()
    await real.service.drainOutbox()
    expect(server.received).toHaveLength(1)
  })

  test('asks first when it is opened, and opening it changes nothing', async () => {
    const member = await fixture.member(account)
    const link = await linkOf(member)
    await tables.expectUnchanged(async () => {
      for (const method of ['GET', 'HEAD']) expect((await fetch(link, { method })).status).toBe(200)
      const page = await (await fetch(link)).text()
      expect(page).toContain('Turn off these emails from Northwind?')
      expect(page).not.toContain(member.email)
      expect(link).not.toContain(member.email.split('@')[0])
    })
    expect(await (await fetch(link, { method: 'POST' })).text()).toContain(
      'These emails from Northwind are off',
    )
    expect(await (await fetch(link)).text()).toContain('These emails from Northwind are off')
  })

  test('turns off nothing else: not for other members, not invites to the same address, and nothing on', async () => {
    const [member, other] = [await fixture.member(account), await fixture.member(account)]
    const link = await linkOf(member)
    await other.choose(atOnce)
    await oneClick(link)
    expect((await other.call('GET', '/member/notices')).body.notices.completed.frequency).toBe('atOnce')
    const invited = await fixture.person(account, { email: member.email })
    expect((await account.call('POST', `/profile/${invited}/invite/email`)).status).toBe(204)
    await fetch(link, { method: 'POST', body: new URLSearchParams({ stopped: 'none' }) })
    expect((await member.call('GET', '/member/notices')).body.notices.completed.frequency).toBe('off')
    const entries = await tables.rows(
      `select actor_kind, actor_id, changes from audit_entry
        where account_id = $1 and target_id = $2 and action = 'stop_member_notices'`,
      [account.id, member.memberId],
    )
    expect(entries).toEqual([
      { actor_kind: 'person', actor_id: 'unknown', changes: { completed: 'off', inviteFailed: 'off' } },
    ])
  })

  test('can’t be made up, and ends with the membership: 404 without effect', async () => {
    const member = await fixture.member(account)
    const link = await linkOf(member)
    const [root = '', token = ''] = link.split('tmb_notices_')
    const bytes = Buffer.from(token, 'base64url')
    const another = Buffer.concat([bytes.subarray(0, 12), randomBytes(12), bytes.subarray(24)])
    const invitee = newEmail()
    const person = await fixture.person(account, { email: invitee })
    await account.call('POST', `/profile/${person}/invite/email`)
    await running.service.drainOutbox()
    const [invite] = await tables.rows<{ text: string }>(
      'select body_text as text from mailbox_message where recipient = $1',
      [invitee],
    )
    const stop = unsubscribeLinkIn({ text: String(invite?.text) }).split('tmb_stop_')[1] ?? ''
    await tables.expectUnchanged(async () => {
      for (const wrong of [
        `tmb_notices_${another.toString('base64url')}`,
        `tmb_notices_${Buffer.alloc(40).toString('base64url')}`,
        `tmb_notices_${Buffer.from(stop, 'base64url').subarray(0, 40).toString('base64url')}`,
        `tmb_stop_${token}`,
        `tmb_notices_${token}x`,
      ]) {
        expect((await fetch(root + wrong)).status, wrong).toBe(404)
        expect((await oneClick(root + wrong)).status, wrong).toBe(404)
      }
    })
    await tables.rows('delete from member where id = $1', [member.memberId])
    expect([(await fetch(link)).status, (await oneClick(link)).status]).toEqual([404, 404])
    expect(running.logged()).not.toMatch(/tmb_notices_[\w-]{10}/)
  })
})

describe('the daily maximum', () => {
  test('is 20 emails at once; the others are in one digest the next morning, and nothing is lost', async () => {
    const limited = await startTestService({ RATE_LIMITS: 'on' }, { clock: () => new Date(now) })
    const own = await openNoticeFixture(limited, await openTables(limited.db))
    const busy = await limited.account({ name: 'Northwind', preferences: { timezone: 'Europe/Berlin' } })
    const member = await own.member(busy)
    await member.choose(atOnce)
    const [ada, bob, cleo] = [
      await own.person(busy, { firstName: 'Ada' }),
      await own.person(busy, { firstName: 'Bob' }),
      await own.person(busy, { firstName: 'Cleo' }),
    ]
    const deliver = async () => {
      await limited.service.sendMemberNotices()
      await limited.service.drainOutbox()
    }
    await own.happen(busy, ...Array.from({ length: 12 }, () => completed(ada)))
    await deliver()
    await own.happen(busy, ...Array.from({ length: 9 }, () => inviteFailed(ada)), completed(bob))
    await deliver()
    await own.happen(busy, completed(cleo), inviteFailed(cleo))
    await deliver()
    expect(await member.emails()).toHaveLength(20)
    now = Date.parse('2026-03-17T06:59:00Z')
    await deliver()
    expect(await member.emails()).toHaveLength(20)
    now = Date.parse('2026-03-17T07:00:00Z')
    await deliver()
    const [digest, ...more] = (await member.emails()).slice(20)
    expect(more).toEqual([])
    expect(digest?.text).toContain('1 person completed the assessment: Cleo')
    expect(digest?.text).toContain('Invites to 2 people couldn’t be delivered: Cleo and Ada')
    now += 60_000
    await own.happen(busy, completed(ada))
    await deliver()
    expect((await member.emails()).slice(21).map(({ subject }) => subject)).toEqual([
      'Someone completed the assessment for Northwind',
    ])
  })
})

describe('a digest', () => {
  test('names 25 people and counts the others, whom it does not name twice', async () => {
    const tag = await insertTestTag(running.db, account.id)
    const people: string[] = []
    for (let n = 0; n < 27; n += 1) {
      people.push(await fixture.person(account, { firstName: `P${n}`, tagIds: [tag] }))
    }
    const member = await fixture.member(account)
    await member.choose({ completed: { frequency: 'daily', tagIds: [tag] } })
    await fixture.happen(account, ...people.map(completed), ...people.map(completed))
    now = Date.parse('2026-03-17T08:00:00Z')
    await send()
    const [email] = await member.emails()
    expect(email?.text).toContain('27 people completed the assessment: P26, P25')
    expect(email?.text).toContain(', P2, and 2 more')
    expect(email?.text.match(/P26/g)).toHaveLength(1)
    expect(email?.subject).toBe('Northwind: your summary')
  })
})
