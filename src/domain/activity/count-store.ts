import type { DeviceKind } from '../../contract/device.ts'
import type { Sql } from '../../contract/ports.ts'

type Step = 'sent' | 'opened' | 'started' | 'completed'
type Person = { accountId: string; profileId: string; now: Date }

/**
 * The attempt in progress, if this is the first time that the step is taken in it. `met`: when the first message was sent,
 * or the person came by themselves. The statement sees the invites as the transaction has left them.
 */
function attemptAt(step: Step): string {
  return `attempt as materialized (
      select profile.attempt, profile.locale, invites.sent, invites.opened, invites.met
        from profile cross join lateral (
          select count(sent_at) as sent, count(opened_at) as opened, min(least(sent_at, opened_at)) as met from invite
           where account_id = $1 and profile_id = $2 and created_at >= coalesce((select max(replaced_at)
             from former_attempt where account_id = $1 and profile_id = $2), '-infinity')) invites
       where account_id = $1 and id = $2),
    first as (select * from attempt where ${isFirst[step]})`
}

const isFirst: Record<Step, string> = {
  sent: 'sent = 1 and opened = 0',
  opened: 'opened = 1',
  started: `$4 >= (select count(*) from sitting where account_id = $1 and profile_id = $2
    and sitting.attempt = attempt.attempt and carried_from is null and date_started is not null)`,
  completed: 'true',
}

/** The quarter of an hour of a time. */
const slotOf = (time: string) => `date_bin('15 minutes', ${time}, '2000-01-01T00:00Z')`

const counts = [
  ...(['invited', 'opened', 'started', 'completed'] as const),
  ...(['invited_opened', 'invited_started', 'invited_completed'] as const),
]

/** What a step adds to the quarter in which it happens, and to the one in which the person was invited. */
const added: Record<Step, readonly string[]> = {
  sent: [adding('now', { invited: '1' })],
  // Someone who comes by a public link is invited by it.
  opened: [
    adding('now', { opened: '1' }),
    adding('met', { invited: '(sent = 0)::integer', invited_opened: '1' }),
  ],
  started: [adding('now', { started: '1' }), adding('met', { invited_started: '1' })],
  completed: [adding('now', { completed: '1' }), adding('met', { invited_completed: '1' })],
}

function adding(at: 'now' | 'met', amounts: Partial<Record<(typeof counts)[number], string>>): string {
  const slot = slotOf(at === 'now' ? '$3::timestamptz' : 'met')
  return `select ${slot} as slot, ${counts.map((name) => `${amounts[name] ?? '0'} as ${name}`).join(', ')}
    from first${at === 'met' ? ' where met is not null' : ''}`
}

export function addToSlots(
  sql: Sql,
  { accountId, profileId, now, step, assessments }: Person & { step: Step; assessments?: number },
): void {
  void sql.run(
    `with ${attemptAt(step)}, added as (${added[step].join(' union all ')})
     insert into activity (account_id, slot, ${counts.join(', ')})
     select $1, slot, ${counts.map((name) => `sum(${name})`).join(', ')} from added group by slot order by slot
     on conflict (account_id, slot) do update
       set ${counts.map((name) => `${name} = activity.${name} + excluded.${name}`).join(', ')}`,
    [accountId, profileId, now, ...(assessments === undefined ? [] : [assessments])],
  )
}

/** The ten that the next person belongs to. Writers of an account come one after the other, so it has ten in the end. */
function nextTen(table: 'opening_ten' | 'completion_ten'): string {
  return `newest as (select number, people from ${table} where account_id = $1 order by number desc limit 1),
    next as (select coalesce((select number + (people >= 10)::integer from newest), 1) as number)`
}

export function addOpeningToTen(
  sql: Sql,
  { accountId, profileId, now, device }: Person & { device: DeviceKind | undefined },
): void {
  void sql.run(
    `with ${attemptAt('opened')}, ${nextTen('opening_ten')}
     insert into opening_ten as ten (account_id, number, people, ended_at, phone, tablet, desktop)
     select $1, number, 1, ${slotOf('$3::timestamptz')}, ($4 = 'phone')::integer, ($4 = 'tablet')::integer,
         ($4 = 'desktop')::integer
       from next, first
     on conflict (account_id, number) do update set people = ten.people + 1, ended_at = excluded.ended_at,
       phone = ten.phone + excluded.phone, tablet = ten.tablet + excluded.tablet,
       desktop = ten.desktop + excluded.desktop`,
    [accountId, profileId, now, device ?? ''],
  )
}

/** Languages are those in which people agreed, which are those of the pages that they saw. */
export function addCompletionToTen(
  sql: Sql,
  {
    accountId,
    profileId,
    now,
    outcome,
    activeSeconds,
  }: Person & { outcome: 'ok' | 'caution' | 'invalid' | undefined; activeSeconds: number },
): void {
  void sql.run(
    `with ${attemptAt('completed')}, ${nextTen('completion_ten')},
     seen as (
       select coalesce((select consent.locale from person_consent consent
           where consent.account_id = $1 and consent.profile_id = $2 and consent.attempt = first.attempt
           order by agreed_at desc limit 1), first.locale, 'en') as locale
         from first)
     insert into completion_ten as ten (account_id, number, people, ended_at, ok, caution, invalid, locales, minutes)
     select $1, number, 1, ${slotOf('$3::timestamptz')}, ($4 = 'ok')::integer, ($4 = 'caution')::integer,
         ($4 = 'invalid')::integer, array[seen.locale], array[$5::smallint]
       from next, seen
     on conflict (account_id, number) do update set people = ten.people + 1, ended_at = excluded.ended_at,
       ok = ten.ok + excluded.ok, caution = ten.caution + excluded.caution, invalid = ten.invalid + excluded.invalid,
       locales = (select array_agg(one order by one) from unnest(ten.locales || excluded.locales) one),
       minutes = (select array_agg(one order by one) from unnest(ten.minutes || excluded.minutes) one)`,
    [accountId, profileId, now, outcome ?? '', Math.min(Math.round(activeSeconds / 60), 1440)],
  )
}
