import { beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import type { Sql } from '../../contract/ports.ts'
import { newPublicId } from '../../platform/ids.ts'
import { countCompleted, countOpened, countSent, countStarted } from './count.ts'
import {
  listBuckets,
  listHours,
  listLocales,
  listMinutes,
  readDevices,
  readFunnel,
  readOutcomes,
  sumSteps,
} from './report-store.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})

async function openAccount(): Promise<string> {
  const id = newPublicId()
  await db.admin(
    `insert into account (id, created_at, updated_at, name) values ($1, now(), now(), 'Northwind')`,
    [id],
  )
  return id
}

async function addPerson(
  accountId: string,
  locale = 'en',
): Promise<{ accountId: string; profileId: string }> {
  const profileId = newPublicId()
  await db.admin(
    `insert into profile (account_id, id, created_at, updated_at, state, available_assessments, locale, doc)
     values ($1, $2, now(), now(), 'pending', '{disc,focus,core}', $3, '{}')`,
    [accountId, profileId, locale],
  )
  return { accountId, profileId }
}

async function addInvite(
  { accountId, profileId }: { accountId: string; profileId: string },
  { sentAt, openedAt }: { sentAt?: string; openedAt?: string },
): Promise<void> {
  await db.admin(
    `insert into invite (account_id, id, profile_id, channel, token_hash, created_at, expires_at, sent_at, opened_at)
     values ($1, $2::text, $3, 'email', decode($2::text, 'hex'), coalesce($4, $5)::timestamptz, '2030-01-01', $4::timestamptz, $5::timestamptz)`,
    [accountId, newPublicId(), profileId, sentAt ?? null, openedAt ?? null],
  )
}

const inAccount = <T>(accountId: string, work: (sql: Sql) => Promise<T>) =>
  db.database.inAccount(accountId, work)

const march = { from: '2026-03-01', to: '2026-03-31', timeZone: 'UTC' }
const at = (time: string) => new Date(`2026-03-${time}Z`)

describe('steps of a person', () => {
  test('count once per attempt, where they happen and where the person was invited', async () => {
    const accountId = await openAccount()
    const ada = await addPerson(accountId)
    await addInvite(ada, { sentAt: '2026-03-02T23:50Z' })
    await inAccount(accountId, async (sql) => countSent(sql, ada, at('02T23:50')))
    // A reminder is another message to the same person.
    await addInvite(ada, { sentAt: '2026-03-04T08:00Z', openedAt: '2026-03-05T07:59Z' })
    await inAccount(accountId, async (sql) => {
      countSent(sql, ada, at('04T08:00'))
      countOpened(sql, ada, { device: 'phone', now: at('05T07:59') })
    })
    const answer = (assessment: string) =>
      db.admin(
        `insert into sitting (account_id, profile_id, attempt, assessment, form, form_hash, date_started)
         values ($1, $2, 1, $3, 'form', 'hash', now())`,
        [accountId, ada.profileId, assessment],
      )
    await answer('disc')
    await inAccount(accountId, async (sql) => countStarted(sql, ada, { assessments: 1, now: at('05T08:00') }))
    await answer('focus')
    await inAccount(accountId, async (sql) => countStarted(sql, ada, { assessments: 1, now: at('05T08:20') }))
    const done = { outcome: 'ok', activeSeconds: 1_260, now: at('06T08:00') } as const
    await inAccount(accountId, async (sql) => countCompleted(sql, ada, done))
    const period = { ...march, accountId }
    const counted = await inAccount(accountId, async (sql) => ({
      days: await listBuckets(sql, period, 'day'),
      // Invited on the second, everything else later.
      funnel: await readFunnel(sql, { ...period, to: '2026-03-02' }),
      later: await readFunnel(sql, { ...period, from: '2026-03-03' }),
      hours: await listHours(sql, period),
    }))
    expect(counted).toEqual({
      days: [
        { from: '2026-03-02', invited: 1, opened: 0, started: 0, completed: 0 },
        { from: '2026-03-05', invited: 0, opened: 1, started: 1, completed: 0 },
        { from: '2026-03-06', invited: 0, opened: 0, started: 0, completed: 1 },
      ],
      funnel: { invited: 1, opened: 1, started: 1, completed: 1 },
      later: { invited: 0, opened: 0, started: 0, completed: 0 },
      hours: [{ weekday: 5, hour: 8, completed: 1 }],
    })
  })

  test('someone who comes by a public link is invited by it, and a second message or opening counts no more', async () => {
    const accountId = await openAccount()
    const bo = await addPerson(accountId)
    await addInvite(bo, { openedAt: '2026-03-05T08:00Z' })
    await inAccount(accountId, async (sql) =>
      countOpened(sql, bo, { device: undefined, now: at('05T08:00') }),
    )
    await addInvite(bo, { sentAt: '2026-03-06T08:00Z', openedAt: '2026-03-06T09:00Z' })
    await inAccount(accountId, async (sql) => {
      countSent(sql, bo, at('06T08:00'))
      countOpened(sql, bo, { device: 'phone', now: at('06T09:00') })
    })
    const period = { ...march, accountId }
    const counted = await inAccount(accountId, (sql) =>
      Promise.all([sumSteps(sql, period), readFunnel(sql, period)]),
    )
    const once = { invited: 1, opened: 1, started: 0, completed: 0 }
    expect(counted).toEqual([once, once])
    expect(await db.admin('select people from opening_ten where account_id = $1', [accountId])).toEqual([
      { people: 1 },
    ])
  })

  test('of a retake count again, in the quarter of its own invite', async () => {
    const accountId = await openAccount()
    const cy = await addPerson(accountId)
    await addInvite(cy, { sentAt: '2026-03-01T08:00Z', openedAt: '2026-03-01T09:00Z' })
    await db.admin(
      `insert into former_attempt (account_id, profile_id, attempt, available_assessments, replaced_at)
       values ($1, $2, 1, '{disc}', '2026-03-09T00:00Z')`,
      [accountId, cy.profileId],
    )
    await addInvite(cy, { sentAt: '2026-03-10T08:00Z' })
    await inAccount(accountId, async (sql) => countSent(sql, cy, at('10T08:00')))
    await inAccount(accountId, async (sql) =>
      countCompleted(sql, cy, { outcome: 'ok', activeSeconds: 60, now: at('12T08:00') }),
    )
    const funnel = await inAccount(accountId, (sql) =>
      readFunnel(sql, { ...march, accountId, from: '2026-03-10', to: '2026-03-10' }),
    )
    expect(funnel).toEqual({ invited: 1, opened: 0, started: 0, completed: 1 })
  })

  test('of many at once are all counted', async () => {
    const accountId = await openAccount()
    const people = await Promise.all(Array.from({ length: 24 }, () => addPerson(accountId)))
    await Promise.all(
      people.map((person) =>
        inAccount(accountId, async (sql) => {
          // Stands for the number of the next event, which every writer of an account locks before.
          await sql.rows('select id from account where id = $1 for update', [accountId])
          countCompleted(sql, person, { outcome: 'ok', activeSeconds: 60, now: at('05T08:00') })
        }),
      ),
    )
    const { completed } = await inAccount(accountId, (sql) => sumSteps(sql, { ...march, accountId }))
    const tens = await db.admin('select people from completion_ten where account_id = $1 order by number', [
      accountId,
    ])
    expect({ completed, tens }).toEqual({
      completed: 24,
      tens: [{ people: 10 }, { people: 10 }, { people: 4 }],
    })
  })
})

describe('what could tell something of one person', () => {
  test('is counted in tens, so that two periods differ by ten people or by none', async () => {
    const accountId = await openAccount()
    for (let number = 1; number <= 23; number += 1) {
      const person = await addPerson(accountId, number % 2 === 0 ? 'de' : 'fr')
      await addInvite(person, { openedAt: '2026-03-01T08:00Z' })
      const now = at(`${String(number).padStart(2, '0')}T08:00`)
      const outcome = number === 13 ? 'invalid' : number > 20 ? undefined : 'ok'
      await inAccount(accountId, async (sql) => {
        countOpened(sql, person, { device: number <= 15 ? 'phone' : undefined, now })
        countCompleted(sql, person, { outcome, activeSeconds: number * 60, now })
      })
    }
    const until = (day: number) =>
      inAccount(accountId, async (sql) => {
        const period = { ...march, accountId, to: `2026-03-${day}` }
        return {
          outcomes: await readOutcomes(sql, period),
          devices: await readDevices(sql, period),
          locales: await listLocales(sql, period),
          minutes: (await listMinutes(sql, period)).length,
        }
      })
    const ten = {
      outcomes: { people: 10, ok: 10, caution: 0, invalid: 0 },
      devices: { people: 10, phone: 10, tablet: 0, desktop: 0 },
      locales: [
        { locale: 'de', people: 5 },
        { locale: 'fr', people: 5 },
      ],
      minutes: 10,
    }
    // The one whose answers are unreliable comes on the 13th, and is seen only together with nine others.
    expect([await until(10), await until(13), await until(19)]).toEqual([ten, ten, ten])
    const twenty = {
      outcomes: { people: 20, ok: 19, caution: 0, invalid: 1 },
      devices: { people: 20, phone: 15, tablet: 0, desktop: 0 },
      locales: [
        { locale: 'de', people: 10 },
        { locale: 'fr', people: 10 },
      ],
      minutes: 20,
    }
    expect([await until(20), await until(31)]).toEqual([twenty, twenty])
    // Whatever is in a ten, its lists are sorted: no place in one of them belongs to a place in another.
    const [sorted] = await db.admin<{ locales: string[]; minutes: number[] }>(
      'select locales, minutes from completion_ten where account_id = $1 and number = 2',
      [accountId],
    )
    expect(sorted?.locales).toEqual([...Array(5).fill('de'), ...Array(5).fill('fr')])
    expect(sorted?.minutes).toEqual([11, 12, 13, 14, 15, 16, 17, 18, 19, 20])
  })

  test('stays as it is when the people are deleted', async () => {
    const accountId = await openAccount()
    const dee = await addPerson(accountId)
    await inAccount(accountId, async (sql) =>
      countCompleted(sql, dee, { outcome: 'ok', activeSeconds: 60, now: at('05T08:00') }),
    )
    await db.admin('delete from profile where account_id = $1', [accountId])
    const rows = await db.admin<object>('select * from completion_ten where account_id = $1', [accountId])
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(dee.profileId)
    expect(await inAccount(accountId, (sql) => sumSteps(sql, { ...march, accountId }))).toMatchObject({
      completed: 1,
    })
  })
})

describe('time zones', () => {
  /** Changes of the clock: Berlin in spring and autumn, Santiago and Beirut at midnight, Lord Howe by half an hour. */
  const places = [
    ['Europe/Berlin', '2026-03-27', '2026-03-31'],
    ['Europe/Berlin', '2026-10-23', '2026-10-27'],
    ['America/Santiago', '2026-09-04', '2026-09-08'],
    ['Asia/Beirut', '2026-03-27', '2026-03-31'],
    ['Australia/Lord_Howe', '2026-04-03', '2026-04-07'],
    ['Asia/Kathmandu', '2026-03-27', '2026-03-31'],
    ['Pacific/Kiritimati', '2026-03-27', '2026-03-31'],
  ] as const

  test('days and hours are those of the place, also where its clock changes', async () => {
    const accountId = await openAccount()
    const one = (from: string, to: string) =>
      db.admin(
        `insert into activity (account_id, slot, completed)
         select $1, slot, 1 from generate_series($2::timestamptz, $3::timestamptz, '15 minutes') slot on conflict do nothing`,
        [accountId, `${from}T00:00Z`, `${to}T00:00Z`],
      )
    await Promise.all([one('2026-03-24', '2026-04-10'), one('2026-09-01', '2026-09-11')])
    await one('2026-10-20', '2026-10-30')
    const slots = await db.admin<{ slot: string }>('select slot from activity where account_id = $1', [
      accountId,
    ])
    for (const [timeZone, from, to] of places) {
      const format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
      const hourFormat = new Intl.DateTimeFormat('en', {
        timeZone,
        hour: 'numeric',
        hourCycle: 'h23',
        weekday: 'short',
      })
      const days = new Map<string, number>()
      const hours = new Map<string, number>()
      for (const { slot } of slots) {
        const day = format.format(new Date(slot))
        if (day < from || day > to) continue
        days.set(day, (days.get(day) ?? 0) + 1)
        const hour = hourFormat.format(new Date(slot)).replace(',', '')
        hours.set(hour, (hours.get(hour) ?? 0) + 1)
      }
      const found = await inAccount(accountId, async (sql) => ({
        days: await listBuckets(sql, { accountId, timeZone, from, to }, 'day'),
        hours: await listHours(sql, { accountId, timeZone, from, to }),
      }))
      expect(new Map(found.days.map((day) => [day.from, day.completed])), timeZone).toEqual(
        new Map([...days].sort()),
      )
      const names = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
      const foundHours = found.hours.map((row) => [
        `${names[row.weekday - 1]} ${String(row.hour).padStart(2, '0')}`,
        row.completed,
      ])
      expect(foundHours.sort(), timeZone).toEqual([...hours].sort())
    }
    // A day of 23 hours and one of 25.
    const berlin = (from: string) =>
      inAccount(accountId, (sql) => sumSteps(sql, { accountId, timeZone: 'Europe/Berlin', from, to: from }))
    expect([(await berlin('2026-03-29')).completed, (await berlin('2026-10-25')).completed]).toEqual([
      92, 100,
    ])
  })

  test('weeks and months begin with the period, if it begins inside of one', async () => {
    const accountId = await openAccount()
    await db.admin(
      `insert into activity (account_id, slot, completed) values
         ($1, '2026-03-10T10:00Z', 1), ($1, '2026-03-13T10:00Z', 2), ($1, '2026-03-16T10:00Z', 4), ($1, '2026-04-01T10:00Z', 8)`,
      [accountId],
    )
    const period = { accountId, timeZone: 'UTC', from: '2026-03-12', to: '2026-04-05' }
    const byInterval = (interval: 'week' | 'month') =>
      inAccount(accountId, async (sql) =>
        (await listBuckets(sql, period, interval)).map(({ from, completed }) => [from, completed]),
      )
    expect(await byInterval('week')).toEqual([
      ['2026-03-12', 2],
      ['2026-03-16', 4],
      ['2026-03-30', 8],
    ])
    expect(await byInterval('month')).toEqual([
      ['2026-03-12', 6],
      ['2026-04-01', 8],
    ])
  })
})
