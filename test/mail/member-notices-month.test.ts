import { randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { NewEvent } from '../../src/contract/event-types.ts'
import { seededRandom } from '../../src/scoring/random.ts'
import { completed, inviteFailed, type NotifiedMember, openNoticeFixture } from '../support/member-notices.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'
import { insertTestTag } from '../support/test-rows.ts'

const hour = 3_600_000
/** A Monday; the long test has sixteen days, with two more Mondays and summer time in Berlin between these. */
const monday = Date.parse('2026-03-16T00:00:00Z')
/** Saturday, summer time, and Monday. */
const weekend = { start: Date.parse('2026-03-28T00:00:00Z'), days: 3 }
/** UTC hours at which something happens; 8:00 in Berlin (before and in summer), London and Tokyo is among them. */
const hours = [6, 7, 8, 23]
const zones = ['Europe/Berlin', 'Asia/Tokyo', 'UTC'] as const

let start = weekend.start
let days = weekend.days
let now = start
let services: TestService[]
let tables: Tables
let fixture: Awaited<ReturnType<typeof openNoticeFixture>>
beforeAll(async () => {
  const keys = { SECRET_KEY: randomBytes(32).toString('base64url') }
  const clock = () => new Date(now)
  const first = await startTestService(keys, { clock })
  services = [first, await startTestService(keys, { clock, db: first.db })]
  tables = await openTables(first.db)
  fixture = await openNoticeFixture(first, tables)
  await prepareAccidents()
})

type Kind = 'completed' | 'inviteFailed'
type Person = { id: string; name: string; isTagged: boolean }
type Happened = { at: number; kind: Kind; person: Person }
type Choices = Partial<Record<Kind, { frequency: 'atOnce' | 'daily' | 'weekly'; tagIds?: string[] }>>
type Scene = {
  zone: string
  account: TestAccount
  people: Person[]
  happened: Happened[]
  members: { member: NotifiedMember; choices: Choices }[]
}

test('a weekend of digests: each email once and at its time, though two processes send them and die at every step', () =>
  sendFor(weekend, ['Europe/Berlin'], { happened: 10, accidents: 3 }))

test('the same in two weeks and three time zones', { tags: 'long', timeout: 600_000 }, () =>
  sendFor({ start: monday, days: 16 }, zones, { happened: 40, accidents: 20 }),
)

async function sendFor(
  period: { start: number; days: number },
  zones: readonly string[],
  least: { happened: number; accidents: number },
): Promise<void> {
  ;({ start, days } = period)
  now = start
  const before = await countAccidents()
  const random = seededRandom(24)
  const scenes = await Promise.all(zones.map(openScene))
  for (let day = 0; day < days; day += 1) {
    for (const at of hours) {
      now = start + (day * 24 + at) * hour
      await send()
      for (const scene of scenes) await letHappen(scene, random)
    }
  }
  for (const { zone, happened, members } of scenes) {
    expect(happened.length).toBeGreaterThan(least.happened)
    for (const { member, choices } of members) {
      const found = sorted((await member.emails()).map(readEmail))
      expect(found, `${zone} ${JSON.stringify(choices)}`).toEqual(sorted(promised(choices, happened, zone)))
    }
  }
  expect((await countAccidents()) - before).toBeGreaterThan(least.accidents)
}

async function openScene(zone: string): Promise<Scene> {
  const [first] = services
  if (!first) throw new Error('There is no service.')
  const account = await first.account({ name: 'Northwind', preferences: { timezone: zone } })
  const tag = await insertTestTag(first.db, account.id)
  const people: Person[] = []
  for (let n = 1; n <= 6; n += 1) {
    const [name, isTagged] = [`P${n}`, n % 2 === 0]
    const id = await fixture.person(account, { firstName: name, ...(isTagged ? { tagIds: [tag] } : {}) })
    people.push({ id, name, isTagged })
  }
  const wanted: Choices[] = [
    { completed: { frequency: 'atOnce' } },
    { completed: { frequency: 'atOnce', tagIds: [tag] }, inviteFailed: { frequency: 'weekly' } },
    { completed: { frequency: 'daily' } },
    { completed: { frequency: 'daily', tagIds: [tag] }, inviteFailed: { frequency: 'daily' } },
    { completed: { frequency: 'weekly' }, inviteFailed: { frequency: 'daily' } },
    {},
  ]
  const members: Scene['members'] = []
  for (const choices of wanted) {
    const member = await fixture.member(account)
    if (Object.keys(choices).length > 0) expect((await member.choose(choices)).status).toBe(200)
    members.push({ member, choices })
  }
  return { zone, account, people, happened: [], members }
}

async function letHappen({ account, people, happened }: Scene, random: () => number): Promise<void> {
  const events: NewEvent[] = []
  for (let n = Math.floor(random() * 3.4); n > 0; n -= 1) {
    const person = people[Math.floor(random() * people.length)] as Person
    const kind = random() < 0.7 ? 'completed' : 'inviteFailed'
    events.push((kind === 'completed' ? completed : inviteFailed)(person.id))
    happened.push({ at: now, kind, person })
  }
  await fixture.happen(account, ...events)
}

/** Both processes at once, with accidents; then once more without. */
async function send(): Promise<void> {
  const run = () => Promise.all(services.map(({ service }) => service.sendMemberNotices()))
  await tables.rows('update accident set is_on = true')
  await run()
  await tables.rows('update accident set is_on = false')
  await run()
  await Promise.all(services.map(({ service }) => service.drainOutbox()))
}

/** A third of the statements of these steps fail, and so do commits, which rolls the transaction back as a death does. */
async function prepareAccidents(): Promise<void> {
  await tables.rows('create table accident (is_on boolean, count integer)')
  await tables.rows('insert into accident values (false, 0)')
  await tables.rows('create sequence accident_count')
  await tables.rows('grant select on accident to public')
  await tables.rows('grant usage on sequence accident_count to public')
  await tables.rows(
    `create function die() returns trigger language plpgsql as $$
     begin
       if (select is_on from accident) and random() < 0.33 then
         perform nextval('accident_count');
         raise exception 'died';
       end if;
       return new;
     end $$`,
  )
  for (const [step, trigger] of [
    ['ledger', 'create trigger die before insert on member_notice_email for each row'],
    ['outbox', 'create trigger die before insert on outbox for each row when (new.is_member_notice)'],
    ['position', 'create trigger die after update on member_notice for each row'],
    [
      'commit',
      'create constraint trigger die_late after insert on member_notice_email deferrable initially deferred for each row',
    ],
  ]) {
    expect(step).toBeTruthy()
    await tables.rows(`${trigger} execute function die()`)
  }
}

async function countAccidents(): Promise<number> {
  const [row] = await tables.rows<{ count: string }>(
    'select last_value::integer as count from accident_count',
  )
  return Number(row?.count)
}

type Email = { at: string; lines: string[] }

/** Emails of the same moment are sent side by side. */
function sorted(emails: readonly Email[]): string[] {
  return emails.map(({ at, lines }) => `${at} ${lines.join(' | ')}`).sort()
}

/** The time of an email, and whom it names under what. */
function readEmail({ at, subject, text }: { at: string; subject: string; text: string }): Email {
  const named = (line: string) => [...new Set(line.match(/P\d/g))].sort().join(' ')
  const lines = text.split('\n').filter((line) => /\bP\d/.test(line) && !line.includes('://'))
  const isDigest = subject.endsWith('your summary')
  return {
    at: new Date(at).toISOString(),
    lines: lines.map((line) => {
      const kind = /[Ii]nvite/.test(line) ? 'inviteFailed' : 'completed'
      return `${isDigest ? 'digest' : 'one'} ${kind} ${named(line)}`
    }),
  }
}

/** What the choices promise, told without the product's code. */
function promised(choices: Choices, happened: readonly Happened[], zone: string): Email[] {
  const emails: Email[] = []
  const suits = ({ kind, person }: Happened) => {
    const choice = choices[kind]
    return choice !== undefined && (choice.tagIds === undefined || person.isTagged)
  }
  const last = { completed: start - 1, inviteFailed: start - 1 }
  let before = start - 1
  for (let day = 0; day < days; day += 1) {
    for (const at of hours) {
      const time = start + (day * 24 + at) * hour
      const local = new Intl.DateTimeFormat('en', {
        timeZone: zone,
        weekday: 'short',
        hour: '2-digit',
        hourCycle: 'h23',
      }).format(time)
      const lines: string[] = []
      for (const kind of ['completed', 'inviteFailed'] as const) {
        const frequency = choices[kind]?.frequency
        const isDue =
          local.includes('08') && (frequency === 'daily' || (frequency === 'weekly' && local.includes('Mon')))
        if (!isDue) continue
        const names = happened
          .filter((one) => one.kind === kind && suits(one) && one.at >= last[kind] && one.at < time)
          .map(({ person }) => person.name)
        if (names.length > 0) lines.push(`digest ${kind} ${[...new Set(names)].sort().join(' ')}`)
        last[kind] = time
      }
      if (lines.length > 0) emails.push({ at: new Date(time).toISOString(), lines })
      const isNew = (event: Happened) => event.at >= before && event.at < time
      for (const one of happened.filter((event) => isNew(event) && suits(event))) {
        if (choices[one.kind]?.frequency !== 'atOnce') continue
        emails.push({ at: new Date(time).toISOString(), lines: [`one ${one.kind} ${one.person.name}`] })
      }
      before = time
    }
  }
  return emails
}
