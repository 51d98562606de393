import type { Sql } from '../../contract/ports.ts'
import { placeOf, type Sort, slotsPerSlice, sorts } from './sort.ts'

/** Accounts with marked profiles, in id order, after the given id. Needs a system transaction, which sees all accounts. */
export async function listChangedAccounts(sql: Sql, after: string, limit: number): Promise<string[]> {
  const rows = await sql.rows<{ id: string }>(
    `with recursive changed as (
       (select account_id as id from profile_change where account_id > $1 order by account_id limit 1)
       union all
       select (select account_id from profile_change where account_id > changed.id order by account_id limit 1)
         from changed where changed.id is not null
     ) select id from changed where id is not null limit $2`,
    [after, limit],
  )
  return rows.map(({ id }) => id)
}

/** Accounts without a finished index, in id order, after the given id. Needs a system transaction. */
export async function listUnindexedAccounts(sql: Sql, after: string, limit: number): Promise<string[]> {
  const rows = await sql.rows<{ id: string }>(
    `select account.id from account left join profile_index on profile_index.account_id = account.id
      where account.id > $1 and profile_index.ready is not true order by account.id limit $2`,
    [after, limit],
  )
  return rows.map(({ id }) => id)
}

export type IndexState = { ready: boolean; nextSlice: number }

/** The state of the account's index, if it has one. */
export async function findIndex(sql: Sql, accountId: string): Promise<IndexState | undefined> {
  return sql.row('select ready, next_slice as "nextSlice" from profile_index where account_id = $1', [
    accountId,
  ])
}

/** If lists may use the index: which of these tags there are. Bits of deleted tags stay behind. */
export async function findIndexAndTags(
  sql: Sql,
  accountId: string,
  tagIds: readonly string[],
): Promise<{ tagIds: string[] } | undefined> {
  return sql.row(
    `select array(select id::text from tag where account_id = $1 and id = any($2::text[])) as "tagIds"
       from profile_index where account_id = $1 and ready`,
    [accountId, tagIds],
  )
}

/**
 * The state of the index, locked until the transaction ends, so that one process at a time writes the index. `busy` if another one
 * does.
 */
export async function lockIndex(sql: Sql, accountId: string): Promise<IndexState | 'busy' | undefined> {
  const [locked, found] = await Promise.all([
    sql.row<IndexState>(
      `select ready, next_slice as "nextSlice" from profile_index where account_id = $1
         for no key update skip locked`,
      [accountId],
    ),
    findIndex(sql, accountId),
  ])
  return locked ?? (found && 'busy')
}

/** Begins an index. Transactions that change a profile once this is committed mark it. */
export async function insertIndex(sql: Sql, accountId: string): Promise<void> {
  await sql.run('insert into profile_index (account_id) values ($1) on conflict do nothing', [accountId])
}

/**
 * Takes the index out of use and empties it; lists then read all rows. Its row stays, so changes go on being marked and
 * wait for nothing. Places stay too: they name slices that are gone, whose numbers aren't used again.
 */
export async function emptyIndex(sql: Sql, accountId: string): Promise<void> {
  await sql.run('update profile_index set ready = false where account_id = $1', [accountId])
  for (const { number } of Object.values(sorts))
    await sql.run('delete from profile_bits where account_id = $1 and sort = $2', [accountId, number])
  await sql.run('delete from profile_slice where account_id = $1', [accountId])
}

/** Notes that from here on every transaction marks. Must not be the transaction that inserted the index. */
export async function noteMarking(sql: Sql, accountId: string): Promise<void> {
  await sql.run(
    `update profile_index set marked_from = pg_snapshot_xmax(pg_current_snapshot())::text::bigint
      where account_id = $1 and marked_from is null`,
    [accountId],
  )
}

/** Whether all transactions have ended that may change a profile without marking it. */
export async function isMarking(sql: Sql, accountId: string): Promise<boolean> {
  const row = await sql.row<{ marking: boolean }>(
    `select marked_from <= pg_snapshot_xmin(pg_current_snapshot())::text::bigint as marking
       from profile_index where account_id = $1`,
    [accountId],
  )
  return row?.marking ?? false
}

/**
 * Lets lists use the index. The number of people is that of one snapshot, less what its marks say, so that later marks
 * add up.
 */
export async function markReady(sql: Sql, accountId: string): Promise<void> {
  await sql.run(
    `update profile_index set ready = true,
        people = (select count(*) from profile where account_id = $1)
          - (select coalesce(sum(delta), 0) from profile_change where account_id = $1)
      where account_id = $1`,
    [accountId],
  )
}

export async function writeNextSlice(sql: Sql, accountId: string, nextSlice: number): Promise<void> {
  await sql.run('update profile_index set next_slice = $2 where account_id = $1', [accountId, nextSlice])
}

/** Whether the account has at least so many profiles. */
export async function hasProfiles(sql: Sql, accountId: string, count: number): Promise<boolean> {
  const text = 'select 1 from profile where account_id = $1 offset $2 limit 1'
  return (await sql.row(text, [accountId, count - 1])) !== undefined
}

/**
 * Takes the marks of up to `limit` profiles. The number of people takes over what they say. The marks are a range of ids and not a
 * list of them: connections keep the plan that they made while there were hardly any marks, and a list would then be looked
 * through for each of a hundred thousand.
 */
export async function takeMarks(sql: Sql, accountId: string, limit: number): Promise<string[]> {
  const rows = await sql.rows<{ id: string }>(
    `with taken as (
       delete from profile_change where account_id = $1 and profile_id <= (
         select max(profile_id) from (
           select distinct profile_id from profile_change where account_id = $1 order by profile_id limit $2) as first_ones)
       returning profile_id, delta
     ), counted as (
       update profile_index set people = people + (select coalesce(sum(delta), 0) from taken)
        where account_id = $1
     )
     select distinct profile_id as id from taken`,
    [accountId, limit],
  )
  return rows.map(({ id }) => id)
}

export type Places = { id: string; by_creation: number | null; by_name: number | null; by_id: number | null }

export function listPlaces(sql: Sql, accountId: string, ids: readonly string[]): Promise<Places[]> {
  return sql.rows<Places>(
    `select profile_id as id, by_creation, by_name, by_id from profile_place
      where account_id = $1 and profile_id = any($2::text[])`,
    [accountId, ids],
  )
}

/** For each of these profiles that exists, its place, and the slice of its key. */
export function listTargets(
  sql: Sql,
  accountId: string,
  sort: Sort,
  ids: readonly string[],
): Promise<{ id: string; place: number | null; slice: number; used: number }[]> {
  // Read once: a join may otherwise look at all of these profiles again for each slice.
  return sql.rows(
    `with found as materialized (
       select profile.id, place.${sort.place} as place, ${sliceLookup(sort)} as slice
         from profile left join profile_place place
           on place.account_id = profile.account_id and place.profile_id = profile.id
        where profile.account_id = $1 and profile.id = any($2::text[]) order by ${sort.columns.join(', ')}
     )
     select found.id, found.place, found.slice, target.used
       from found join profile_slice target
         on target.account_id = $1 and target.sort = ${sort.number} and target.slice = found.slice`,
    [accountId, ids],
  )
}

/** A sort key, as text. */
export type Key = { at: string; name: string; id: string }

export const firstKey: Key = { at: '-infinity', name: '', id: '' }

/** The first keys of a slice and of the one after it. */
export async function readRange(
  sql: Sql,
  accountId: string,
  sort: Sort,
  slice: number,
): Promise<{ from: Key; to: Key | undefined }> {
  const keys = await sql.rows<Key>(
    `select key_at::text as at, key_name as name, key_id as id from profile_slice
      where account_id = $1 and sort = $2 and (key_at, key_name, key_id) >= (
        select key_at, key_name, key_id from profile_slice where account_id = $1 and sort = $2 and slice = $3)
      order by key_at, key_name, key_id limit 2`,
    [accountId, sort.number, slice],
  )
  const [from, to] = keys
  if (!from) throw new Error('A slice of the index of profiles is gone.')
  return { from, to }
}

/** The slice with the highest keys; undefined while there is none. */
export async function findLastSlice(
  sql: Sql,
  accountId: string,
  sort: Sort,
): Promise<{ slice: number } | undefined> {
  return sql.row(
    `select slice from profile_slice where account_id = $1 and sort = $2
      order by key_at desc, key_name desc, key_id desc limit 1`,
    [accountId, sort.number],
  )
}

/** Profiles in the order of their keys, from one key on up to the next one. */
export function listRange(
  sql: Sql,
  accountId: string,
  sort: Sort,
  { from, to }: { from: Key; to: Key | undefined },
  limit: number,
): Promise<Key[]> {
  const place = { key_at: 0, key_name: 1, key_id: 2 }
  const types = ['timestamptz', 'text', 'text']
  const bound = (first: number) =>
    sort.sliceColumns
      .map((column) => place[column as keyof typeof place])
      .map((at) => `$${first + at}::${types[at]}`)
      .join(', ')
  const columns = `(${sort.columns.join(', ')})`
  const values = [accountId, limit, from.at, from.name, from.id, ...(to ? [to.at, to.name, to.id] : [])]
  // Every parameter needs a type, also those of columns that are not in this order.
  const typed = values.slice(2).map((_, at) => `$${at + 3}::${types[at % 3]}`)
  const [at, name, id] = sort.key.split(', ')
  return sql.rows<Key>(
    `select (${at})::text as at, ${name} as name, ${id} as id from profile
      where profile.account_id = $1 and ${columns} >= (${bound(3)})
        ${to ? `and ${columns} < (${bound(6)})` : ''}
        and num_nonnulls(${typed.join(', ')}) > 0
      order by ${sort.columns.join(', ')} limit $2`,
    values,
  )
}

export async function removeSlice(sql: Sql, accountId: string, sort: Sort, slice: number): Promise<void> {
  await Promise.all([
    sql.run('delete from profile_bits where account_id = $1 and sort = $2 and slice = $3', [
      accountId,
      sort.number,
      slice,
    ]),
    sql.run('delete from profile_slice where account_id = $1 and sort = $2 and slice = $3', [
      accountId,
      sort.number,
      slice,
    ]),
  ])
}

/** Adds a slice with its profiles in their order, and their bits. */
export async function insertSlice(
  sql: Sql,
  accountId: string,
  sort: Sort,
  { slice, key, ids }: { slice: number; key: Key; ids: readonly string[] },
): Promise<void> {
  const placed = ids.map((id, slot) => ({ id, place: placeOf(slice, slot) }))
  await Promise.all([
    sql.run(
      `insert into profile_slice (account_id, sort, slice, key_at, key_name, key_id, used)
       values ($1, $2, $3, $4::timestamptz, $5, $6, $7)`,
      [accountId, sort.number, slice, key.at, key.name, key.id, ids.length],
    ),
    writePlaces(sql, accountId, sort, placed),
    writeBits(sql, accountId, sort, placed, []),
  ])
}

export type Placed = { id: string; place: number }

export async function writePlaces(
  sql: Sql,
  accountId: string,
  sort: Sort,
  placed: readonly Placed[],
): Promise<void> {
  await sql.run(
    `insert into profile_place (account_id, profile_id, ${sort.place})
     select $1, id, place from unnest($2::text[], $3::integer[]) as given (id, place)
     on conflict (account_id, profile_id) do update set ${sort.place} = excluded.${sort.place}`,
    [accountId, placed.map(({ id }) => id), placed.map(({ place }) => place)],
  )
}

export async function writeUsed(
  sql: Sql,
  accountId: string,
  sort: Sort,
  used: ReadonlyMap<number, number>,
): Promise<void> {
  await sql.run(
    `update profile_slice set used = given.used from unnest($3::integer[], $4::integer[]) as given (slice, used)
      where account_id = $1 and sort = $2 and profile_slice.slice = given.slice`,
    [accountId, sort.number, [...used.keys()], [...used.values()]],
  )
}

const none = `B'0'::bit(${slotsPerSlice})`
const slotOf = (place: string) => `${place} % ${slotsPerSlice}`

/** Writes the bits of these profiles at their places, from their rows, and clears all other bits at `cleared`. */
export async function writeBits(
  sql: Sql,
  accountId: string,
  sort: Sort,
  placed: readonly Placed[],
  cleared: readonly number[],
): Promise<void> {
  const values = [accountId, placed.map(({ id }) => id), placed.map(({ place }) => place)]
  const sets = `sets as materialized (
      select held.value, given.place / ${slotsPerSlice} as slice,
             bit_or(set_bit(${none}, ${slotOf('given.place')}, 1)) as bits
        from unnest($2::text[], $3::integer[]) as given (id, place)
        join profile on profile.account_id = $1 and profile.id = given.id
        cross join ${valuesOfProfile}
       group by 1, 2)`
  if (cleared.length > 0) {
    await sql.run(
      `with ${sets}, masks as materialized (
         select place / ${slotsPerSlice} as slice, bit_or(set_bit(${none}, ${slotOf('place')}, 1)) as bits
           from unnest($4::integer[]) as place group by 1
       )
       update profile_bits kept set bits = (kept.bits & ~masks.bits) | coalesce(sets.bits, ${none})
         from masks join profile_bits before
             on before.account_id = $1 and before.sort = ${sort.number} and before.slice = masks.slice
           left join sets on sets.slice = before.slice and sets.value = before.value
        where kept.account_id = $1 and kept.sort = ${sort.number} and kept.value = before.value
          and kept.slice = before.slice
          and (before.bits & ~masks.bits) | coalesce(sets.bits, ${none}) <> before.bits`,
      [...values, cleared],
    )
  }
  await sql.run(
    `with ${sets}
     insert into profile_bits (account_id, sort, value, slice, bits)
     select $1, ${sort.number}, value, slice, bits from sets
     on conflict (account_id, sort, value, slice) do update set bits = profile_bits.bits | excluded.bits
       where profile_bits.bits | excluded.bits <> profile_bits.bits`,
    values,
  )
}

export async function removePlaces(sql: Sql, accountId: string, ids: readonly string[]): Promise<void> {
  await sql.run('delete from profile_place where account_id = $1 and profile_id = any($2::text[])', [
    accountId,
    ids,
  ])
}

/** The slice whose range of keys holds a row of `profile`, or another key; $1 is the account. */
export function sliceLookup({ number, key: ofRow }: Sort, key: string = ofRow): string {
  return `(select one.slice from profile_slice one
    where one.account_id = $1 and one.sort = ${number} and (one.key_at, one.key_name, one.key_id) <= (${key})
    order by one.key_at desc, one.key_name desc, one.key_id desc limit 1)`
}

/** The values of rows of `profile`, as a lateral table `held (value)`. */
export const valuesOfProfile = `lateral (
  select 'all' as value
  union all select 'completed:' || profile.is_completed
  union all select 'state:' || profile.state
  union all select 'assessment:' || assessment from unnest(profile.completed_assessments) as assessment
  union all select 'letter:' || left(profile.disc_style, 1) where profile.disc_style is not null
  union all select 'style:' || profile.disc_style where profile.disc_style is not null
  union all select 'tag:' || link.tag_id from profile_tag link
    where link.account_id = profile.account_id and link.profile_id = profile.id
) as held (value)`
