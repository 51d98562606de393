import type { Sql } from '../../contract/ports.ts'
import type { AccountQuotas } from '../../contract/quotas.ts'
import { countAccountProfiles } from './store.ts'

/** How many audit entries requests with a token have written today (UTC), without those of coaches. */
export async function countChangesToday(sql: Sql, accountId: string, now: Date): Promise<number> {
  const row = await sql.row<{ count: number }>(
    'select changes_today as count from audit_head where account_id = $1 and changes_day = $2::date',
    [accountId, now.toISOString().slice(0, 10)],
  )
  return row?.count ?? 0
}

/**
 * Whether apps of a member have written so many audit entries today (UTC). At most twice as many are read, the newest, because
 * those of the member's own sign-ins are among them.
 */
export async function hasChangedToday(
  sql: Sql,
  { accountId, memberId, times }: { accountId: string; memberId: string; times: number },
  now: Date,
): Promise<boolean> {
  const row = await sql.row<{ count: number }>(
    `select count(*)::integer as count from (
       select client_id, at from audit_entry where account_id = $1 and actor_id = $2 order by seq desc limit $3) as newest
      where client_id is not null and at >= $4`,
    [accountId, memberId, 2 * times, new Date(now.toISOString().slice(0, 10))],
  )
  return (row?.count ?? 0) >= times
}

/**
 * The connected apps of all members, up to a number: an app counts once for each member, however often they have connected it. The
 * dashboard of each member isn't one.
 */
export async function countApps(
  sql: Sql,
  { accountId, dashboard, upTo }: { accountId: string; dashboard: string; upTo: number },
  now: Date,
): Promise<number> {
  const row = await sql.row<{ count: number }>(
    `select count(*)::integer as count from (
       select distinct member_id, client_id from app_grant
        where account_id = $1 and revoked_at is null and expires_at > $2 and client_id <> $3 limit $4) as counted`,
    [accountId, now, dashboard, upTo],
  )
  return row?.count ?? 0
}

/** Whether this member has connected this app to the account. */
export async function hasConnected(
  sql: Sql,
  { accountId, memberId, clientId }: { accountId: string; memberId: string; clientId: string },
  now: Date,
): Promise<boolean> {
  const row = await sql.row(
    `select 1 from app_grant
      where account_id = $1 and member_id = $2 and client_id = $3 and revoked_at is null and expires_at > $4 limit 1`,
    [accountId, memberId, clientId, now],
  )
  return row !== undefined
}

export async function writeQuotas(
  sql: Sql,
  accountId: string,
  quotas: AccountQuotas,
  now: Date,
): Promise<void> {
  const isEmpty = Object.keys(quotas).length === 0
  await sql.run('update account set quotas = $2, updated_at = $3 where id = $1', [
    accountId,
    isEmpty ? null : JSON.stringify(quotas),
    now,
  ])
}

/**
 * What belongs to one person, by table. Rows that remove themselves within days (sessions, deliveries, keys) aren't counted, nor
 * is the mailbox, which keeps a certain number of messages. The figure is exact for small accounts, so it must not tell what the account
 * may not know: nothing of a study is counted (the tables that begin with `study`, and its emails).
 */
const tablesOfPeople = [
  ...['name_token', 'profile_tag', 'sitting', 'answer', 'result', 'former_attempt', 'invite', 'outbox'],
  ...['debrief', 'report_link', 'person_consent', 'tag_change', 'assessment_order'],
  ...['provisioned_person', 'campaign_person', 'coaching_note'],
]
const notOfStudies = `and kind is distinct from 'study'`

const sampledSlices = 40
const peopleOfSlice = 10
const sampledPeople = sampledSlices * peopleOfSlice
const sampledEntries = 500

/**
 * The bytes that an account keeps: its people with everything that belongs to them, its audit log and its logo, as the rows
 * are stored, without indexes. Exact for up to 400 people. Beyond that 400 of them, from all parts of the
 * account, stand for the others, so the time doesn't grow with the account.
 */
export async function measureStoredBytes(sql: Sql, accountId: string): Promise<number> {
  const people = await countAccountProfiles(sql, accountId)
  const sample = await sql.rows<{ id: string }>(people <= sampledPeople ? firstPeople : peopleOfSlices, [
    accountId,
  ])
  const ids = sample.map(({ id }) => id)
  const ofPeople = sql.row<{ bytes: number }>(bytesOfPeople, [accountId, ids])
  const ofAccount = sql.row<{ bytes: number }>(bytesOfAccount, [accountId])
  const scale = ids.length === 0 ? 0 : Math.max(1, people / ids.length)
  return Math.round(((await ofPeople)?.bytes ?? 0) * scale + ((await ofAccount)?.bytes ?? 0))
}

/** The ids are an array, so that the rows of these people are looked up one by one and no table is read as a whole. */
const bytesOfPeople = `select ((select coalesce(sum(pg_column_size(person.*)), 0)
      from profile person where account_id = $1 and id = any($2::text[]))
    ${tablesOfPeople
      .map(
        (table) => `+ (select coalesce(sum(pg_column_size(kept.*)), 0)
      from ${table} kept
     where account_id = $1 and profile_id = any($2::text[]) ${table === 'outbox' ? notOfStudies : ''})`,
      )
      .join(' ')})::float8 as bytes`

const bytesOfAccount = `select coalesce((select seq from audit_head where account_id = $1), 0)
      * coalesce((select avg(bytes) from (select pg_column_size(entry.*) as bytes from audit_entry entry
          where account_id = $1 order by seq desc limit ${sampledEntries}) as newest), 0)::float8
    + coalesce((select pg_column_size(logo.*) from account_logo logo where account_id = $1), 0) as bytes`

const firstPeople = `select id from profile where account_id = $1 order by id limit ${sampledPeople}`

/**
 * Slices of the index of profiles by id hold about as many people each. Without the index, which has been built soon after an
 * account has become large, the first people stand for all.
 */
const peopleOfSlices = `
  select distinct person.id from (
      select key_id from (
          select key_id, row_number() over (order by key_id) - 1 as place, count(*) over () as slices
            from profile_slice where account_id = $1 and sort = 3) as numbered
       where slices < ${sampledSlices} or place * ${sampledSlices} / slices <> (place - 1) * ${sampledSlices} / slices or place = 0
      union all select '' where not exists (select from profile_slice where account_id = $1 and sort = 3)) as slice,
    lateral (select id from profile where account_id = $1 and id >= slice.key_id order by id
      limit greatest(${peopleOfSlice}, ${sampledPeople}
        / greatest(1, (select count(*) from profile_slice where account_id = $1 and sort = 3)))) as person`
