import { randomBytes } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'
import { newEmail, newMobile } from '../support/test-rows.ts'

const start = Date.parse('2026-03-16T10:00:00Z')
const hour = 3_600_000
const keys = { SECRET_KEY: randomBytes(32).toString('base64url') }
let now = start
let running: TestService
let second: TestService
let tables: Tables
beforeAll(async () => {
  const clock = () => new Date(now)
  running = await startTestService(keys, { clock })
  second = await startTestService(keys, { clock, db: running.db })
  tables = await openTables(running.db)
})
beforeEach(() => {
  now = start
})

type Person = { id: string; email: string; account: TestAccount }

async function invite(account: TestAccount, fields: object = {}, by = 'email'): Promise<Person> {
  const email = newEmail()
  const { body } = await account.call('POST', '/profile', { email, ...fields })
  const { id } = body.profile
  expect((await account.call('POST', `/profile/${id}/invite/${by}`)).status).toBe(204)
  await running.service.drainOutbox()
  return { id, email, account }
}

/** Moves the clock on; the reminders of both processes run at each step. */
async function passTo(hours: number, step = 3): Promise<void> {
  while (now < start + hours * hour) {
    now = Math.min(now + step * hour, start + hours * hour)
    await Promise.all([running.service.sendReminders(), second.service.sendReminders()])
    await Promise.all([running.service.drainOutbox(), second.service.drainOutbox()])
  }
}

/** Hours after the start at which the person got messages, in the order of time. */
async function messages({ id }: Person): Promise<number[]> {
  const rows = await tables.rows<{ at: string }>(
    'select created_at as at from mailbox_message where profile_id = $1 order by created_at',
    [id],
  )
  return rows.map(({ at }) => Math.round((Date.parse(at) - start) / hour))
}

const days = { reminderDays: [3, 6, 10] }
const set = (text: string, { id, account }: Person) => tables.rows(text, [account.id, id])

describe('reminders', () => {
  const monthly =
    'are sent on their days over a month, once each though two processes send them, and to nobody who has an end'
  test(monthly, () => passMonth(24))
  test(`${monthly}, looked at every twelve hours`, { tags: 'long' }, () => passMonth(12))

  async function passMonth(step: number): Promise<void> {
    const account = await running.account({ preferences: days })
    const tokyo = await running.account({ preferences: { ...days, timezone: 'Asia/Tokyo' } })
    const silent = await running.account()
    const [unfinished, completed, erasing, moved, stopped, again, far, unreminded] = [
      await invite(account),
      await invite(account),
      await invite(account),
      await invite(account),
      await invite(account),
      await invite(account),
      await invite(tokyo),
      await invite(silent),
    ]
    await passTo(24 * 4, step)
    await set('update profile set is_completed = true where account_id = $1 and id = $2', completed)
    await set('insert into erasure_request values ($1, $2, now(), null, now(), 1)', erasing)
    await set("update profile set email = 'moved@test.test' where account_id = $1 and id = $2", moved)
    await unsubscribe(stopped)
    await set(
      "update invite set created_at = created_at + interval '2 days' where account_id = $1 and profile_id = $2 and reminds is null",
      again,
    )
    await passTo(24 * 12, step)
    await passTo(24 * 30, 72)
    expect(await messages(unfinished)).toEqual([0, 72, 144, 240])
    for (const ended of [completed, erasing, moved, stopped]) expect(await messages(ended)).toEqual([0, 72])
    expect(await messages(far)).toEqual([0, 72, 144, 240])
    expect(await messages(unreminded)).toEqual([0])
    expect((await messages(again)).length).toBe(4)
  }

  test('wait for the morning of the account, and continue when the account does', async () => {
    const berlin = { ...days, timezone: 'Europe/Berlin' }
    now = start + 11 * hour
    const person = await invite(await running.account({ preferences: berlin }))
    now = start
    const paused = await running.account({ preferences: days })
    const other = await invite(paused)
    await tables.rows('update account set paused = true where id = $1', [paused.id])
    await passTo(90, 45)
    await passTo(24 * 4)
    // Invited at 22:00 in Berlin: three days later at 8:00 in the morning, or at the first look after it.
    expect(await messages(person)).toEqual([11, 93])
    expect(await messages(other)).toEqual([0])
    await tables.rows('update account set paused = false where id = $1', [paused.id])
    await passTo(24 * 4 + 6)
    expect(await messages(other)).toEqual([0, 99])
  })

  // Together, because each needs the same days to pass.
  test('are not sent for an expired trial, a canceled account, one that has turned them off, nor by a revoked API key', async () => {
    const changes = [
      "billing_status = 'trialing', trial_ends_at = now() - interval '9 years'",
      "billing_status = 'canceled'",
      "preferences = preferences - 'reminderDays'",
    ]
    const people: Person[] = []
    for (const change of changes) {
      const account = await running.account({ preferences: days })
      people.push(await invite(account))
      await tables.rows(`update account set ${change} where id = $1`, [account.id])
    }
    const account = await running.account({ preferences: { reminderDays: [3] } })
    people.push(await invite(account))
    await tables.rows('update machine_client set revoked_at = $2 where account_id = $1', [
      account.id,
      new Date(now),
    ])
    await passTo(24 * 8, 24)
    for (const [at, person] of people.entries())
      expect(await messages(person), changes[at] ?? 'a revoked key').toEqual([0])
  })

  test('by email are not held back by the daily limit of text messages', async () => {
    const account = await running.account({ preferences: { reminderDays: [3] } })
    const byText = await invite(account, { phone: newMobile() }, 'sms')
    const byEmail = await invite(account)
    await passTo(71, 71)
    await tables.rows(
      `insert into message_tally (kind, key, day, count)
         select kind, key, $1::date, 500 from message_tally where kind = 'account'
       on conflict (kind, key, day) do update set count = 500`,
      [new Date(start + 72 * hour)],
    )
    await passTo(72)
    expect([await messages(byText), await messages(byEmail)]).toEqual([[0], [0, 72]])
  })

  test('go where the invite went, with a new link, and are shown as reminders', async () => {
    const account = await running.account({ preferences: { reminderDays: [3], locale: 'de' } })
    const person = await invite(account, { phone: newMobile() }, 'sms')
    const byEmail = await invite(account)
    await passTo(72, 24)
    const read = (to: Person) =>
      tables.rows<{ channel: string; subject: string | null }>(
        'select channel, subject from mailbox_message where profile_id = $1 order by created_at',
        [to.id],
      )
    expect((await read(person)).map(({ channel }) => channel)).toEqual(['sms', 'sms'])
    expect((await read(byEmail))[1]?.subject).toBe(
      'Erinnerung: Test account lädt Sie zu einem Fragebogen ein',
    )
    const links = await tables.rows(
      `select reminds is not null as reminder, reminder_day as day, superseded_at is not null as over, origin
         from invite where profile_id = $1 order by created_at`,
      [byEmail.id],
    )
    expect(links).toEqual([
      { reminder: false, day: null, over: true, origin: 'account' },
      { reminder: true, day: 3, over: false, origin: 'account' },
    ])
    const entries = await tables.rows(
      `select actor_kind, actor_id, changes from audit_entry where target_id = $1 and action = 'send_reminder'`,
      [byEmail.id],
    )
    expect(entries).toEqual([{ actor_kind: 'system', actor_id: 'reminders', changes: { channel: 'email' } }])
    const sent = await tables.rows<{ data: object }>(
      `select body -> 'data' as data from event where profile_id = $1 and type = 'invite.sent' order by seq`,
      [byEmail.id],
    )
    expect(sent.map(({ data }) => data)).toMatchObject([{ isReminder: false }, { isReminder: true }])
  })

  test('are not lost or doubled if the process dies before the commit', async () => {
    const account = await running.account({ preferences: { reminderDays: [3] } })
    const person = await invite(account)
    await tables.rows(
      `create function die() returns trigger language plpgsql as $$ begin raise exception 'died'; end $$`,
    )
    await tables.rows(
      `create trigger die before insert on outbox for each row when (new.profile_id = '${person.id}') execute function die()`,
    )
    await passTo(75, 75)
    expect(running.logged()).toContain('reminders: could not send one')
    expect(await messages(person)).toEqual([0])
    await tables.rows('drop trigger die on outbox')
    await passTo(78)
    await passTo(24 * 7, 18)
    expect(await messages(person)).toEqual([0, 78])
  })

  test('of other accounts are sent although one account cannot be read', async () => {
    const broken = await running.account({ preferences: days })
    const unread = await invite(broken)
    const person = await invite(await running.account({ preferences: days }))
    await tables.rows(
      `update account set preferences = preferences || '{"timezone": "Mars/Olympus"}' where id = $1`,
      [broken.id],
    )
    await passTo(75, 75)
    expect(running.logged()).toContain('reminders: could not finish an account')
    expect([await messages(unread), await messages(person)]).toEqual([[0], [0, 75]])
    await tables.rows(`update account set preferences = preferences - 'timezone' where id = $1`, [broken.id])
  })

  test('that wait in the outbox are checked again: not at night, and not after the person has unsubscribed', async () => {
    const account = await running.account({ preferences: { reminderDays: [3] } })
    const [waiting, stopped] = [await invite(account), await invite(account)]
    now = start + 72 * hour
    // The outbox looks for due rows only, so a later due time stands for a mail server that is down.
    await tables.rows(
      `create function later() returns trigger language plpgsql as $$
       begin new.due_at = new.due_at + interval '12 hours'; return new; end $$`,
    )
    await tables.rows(
      'create trigger later before insert on outbox for each row when (new.is_reminder) execute function later()',
    )
    await running.service.sendReminders()
    await tables.rows('drop trigger later on outbox')
    await unsubscribe(stopped)
    now = start + 84.5 * hour
    await running.service.drainOutbox()
    expect(await messages(waiting)).toEqual([0])
    now = start + 94 * hour
    await running.service.drainOutbox()
    expect(await messages(waiting)).toEqual([0, 94])
    expect(await messages(stopped)).toEqual([0])
  })

  test('count as emails of the account, and one that is more than two days late is left out', {
    tags: 'long',
  }, async () => {
    const limited = await startTestService(
      { ...keys, RATE_LIMITS: 'on', MAIL_ACCOUNT_DAILY: '2' },
      { clock: () => new Date(now), db: running.db },
    )
    const account = await running.account({ preferences: { reminderDays: [3] } })
    const people = [await invite(account), await invite(account), await invite(account)]
    for (const hours of [72, 75, 78]) {
      now = start + hours * hour
      await limited.service.sendReminders()
      await running.service.drainOutbox()
    }
    const counts = async () => {
      const lengths: number[] = []
      for (const person of people) lengths.push((await messages(person)).length)
      return lengths.sort()
    }
    expect(await counts()).toEqual([1, 2, 2])
    now = start + 121 * hour
    await limited.service.sendReminders()
    await running.service.drainOutbox()
    expect(await counts()).toEqual([1, 2, 2])
  })
})

/** As the page behind the link in their emails does. */
async function unsubscribe({ email }: Person): Promise<void> {
  const found = await fetch(`${running.url}/dev/mailbox.json?to=${encodeURIComponent(email)}`)
  const [message] = (await found.json()) as { links: string[] }[]
  const link = message?.links.find((one) => one.includes('/unsubscribe/')) ?? ''
  const answer = await fetch(link, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  })
  expect(answer.status).toBeLessThan(300)
}
