import type { DeviceKind } from '../../contract/device.ts'
import type { Sql } from '../../contract/ports.ts'
import type { BucketInterval, Days } from './buckets.ts'

/** A period in a time zone. */
type Period = Days & { accountId: string; timeZone: string }

export type Steps = { invited: number; opened: number; started: number; completed: number }

/**
 * Where the days begin and end. The place decides: a day of a clock change has 23 or 25 hours, and the first of two equal
 * hours belongs to the same day as the second.
 */
const isWithin = (time: string) =>
  `account_id = $1 and ${time} >= $3::date::timestamp at time zone $2
     and ${time} < ($4::date + 1)::timestamp at time zone $2`

const placeOf = ({ accountId, timeZone, from, to }: Period) => [accountId, timeZone, from, to]

const steps = sums({ invited: 'invited', opened: 'opened', started: 'started', completed: 'completed' })

/** How far those who were invited have come since. */
const stepsSince = sums({
  invited: 'invited',
  opened: 'invited_opened',
  started: 'invited_started',
  completed: 'invited_completed',
})

function sums(columns: Record<keyof Steps, string>): string {
  return Object.entries(columns)
    .map(([name, column]) => `coalesce(sum(${column}), 0)::integer as ${name}`)
    .join(', ')
}

/** The steps by day, week or month; those without any are left out. `from` is the first day, at the earliest the period's. */
export function listBuckets(
  sql: Sql,
  period: Period,
  interval: BucketInterval,
): Promise<(Steps & { from: string })[]> {
  return sql.rows(
    `select greatest(first_day, $3::date::timestamp)::date::text as from, invited, opened, started, completed
       from (select date_trunc($5, slot at time zone $2) as first_day, ${steps} from activity
              where ${isWithin('slot')} group by 1) bucket
      order by first_day`,
    [...placeOf(period), interval],
  )
}

export function sumSteps(sql: Sql, period: Period): Promise<Steps> {
  return readSums(sql, period, steps)
}

/** How far those who were invited in the period have come until now. */
export function readFunnel(sql: Sql, period: Period): Promise<Steps> {
  return readSums(sql, period, stepsSince)
}

async function readSums(sql: Sql, period: Period, columns: string): Promise<Steps> {
  const row = await sql.row<Steps>(
    `select ${columns} from activity where ${isWithin('slot')}`,
    placeOf(period),
  )
  return row ?? { invited: 0, opened: 0, started: 0, completed: 0 }
}

/** Completions by day of the week (1 is Monday) and hour of the day; those without any are left out. */
export async function listHours(
  sql: Sql,
  period: Period,
): Promise<{ weekday: number; hour: number; completed: number }[]> {
  // Counted in hours since a Monday, which takes half the time of two parts of a date.
  const rows = await sql.rows<{ at: number; completed: number }>(
    `select (floor(date_part('epoch', slot at time zone $2) / 3600)::bigint + 72) % 168 as at,
         sum(completed)::integer as completed
       from activity where ${isWithin('slot')} and completed > 0
      group by 1 order by 1`,
    placeOf(period),
  )
  return rows.map(({ at, completed }) => ({
    weekday: Math.floor(Number(at) / 24) + 1,
    hour: Number(at) % 24,
    completed,
  }))
}

const isWholeTen = `people = 10 and ${isWithin('ended_at')}`

export async function readDevices(
  sql: Sql,
  period: Period,
): Promise<Record<DeviceKind, number> & { people: number }> {
  const row = await sql.row<Record<DeviceKind, number> & { people: number }>(
    `select coalesce(sum(people), 0)::integer as people, coalesce(sum(phone), 0)::integer as phone,
         coalesce(sum(tablet), 0)::integer as tablet, coalesce(sum(desktop), 0)::integer as desktop
       from opening_ten where ${isWholeTen}`,
    placeOf(period),
  )
  return row ?? { people: 0, phone: 0, tablet: 0, desktop: 0 }
}

export type Outcomes = { people: number; ok: number; caution: number; invalid: number }

export async function readOutcomes(sql: Sql, period: Period): Promise<Outcomes> {
  const row = await sql.row<Outcomes>(
    `select coalesce(sum(people), 0)::integer as people, coalesce(sum(ok), 0)::integer as ok,
         coalesce(sum(caution), 0)::integer as caution, coalesce(sum(invalid), 0)::integer as invalid
       from completion_ten where ${isWholeTen}`,
    placeOf(period),
  )
  return row ?? { people: 0, ok: 0, caution: 0, invalid: 0 }
}

export function listLocales(sql: Sql, period: Period): Promise<{ locale: string; people: number }[]> {
  // Many tens have the same languages, since they are sorted.
  return sql.rows(
    `select locale, sum(tens)::integer as people
       from (select locales, count(*) as tens from completion_ten where ${isWholeTen} group by locales) alike,
            unnest(locales) as locale
      group by locale order by people desc, locale`,
    placeOf(period),
  )
}

/**
 * Active minutes of completions, each number with how often it occurs. Of more than 5,000 tens, evenly spaced ones: their
 * median is that of all within seconds.
 */
export function listMinutes(sql: Sql, period: Period): Promise<{ value: number; count: number }[]> {
  return sql.rows(
    `select value, count(*)::integer as count from completion_ten, unnest(minutes) as value
      where ${isWholeTen} and number % (select 1 + count(*) / 5000 from completion_ten where ${isWholeTen}) = 0
      group by value`,
    placeOf(period),
  )
}

/** When the first of what is counted happened; null if there is nothing. */
export async function readFirstSlot(sql: Sql, accountId: string): Promise<string | null> {
  const row = await sql.row<{ at: string | null }>(
    'select min(slot) as at from activity where account_id = $1',
    [accountId],
  )
  return row?.at ?? null
}
