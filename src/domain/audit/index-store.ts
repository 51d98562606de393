import type { RowRange } from '../../contract/pagination.ts'
import type { Sql } from '../../contract/ports.ts'

/** Entries of a slice. Also in the type of the column, see the migration. */
const entriesPerSlice = 2_048

/** Accounts with entries for another slice, in id order, after the given id. Needs a system transaction. */
export async function listAccountsToSlice(sql: Sql, after: string, limit: number): Promise<string[]> {
  const rows = await sql.rows<{ id: string }>(
    `select head.account_id as id from audit_head head left join audit_index on audit_index.account_id = head.account_id
      where head.account_id > $1 and head.seq >= (coalesce(audit_index.slices, 0) + 1) * ${entriesPerSlice}
      order by 1 limit $2`,
    [after, limit],
  )
  return rows.map(({ id }) => id)
}

const none = `B'0'::bit(${entriesPerSlice})`

/** Adds the next slice, if all of its entries are there. False if not, or if another process is adding it. */
export async function addSlice(sql: Sql, accountId: string): Promise<boolean> {
  await sql.run('insert into audit_index (account_id) values ($1) on conflict do nothing', [accountId])
  const index = await sql.row<{ slices: number }>(
    'select slices from audit_index where account_id = $1 for update skip locked',
    [accountId],
  )
  if (!index) return false
  const added = await sql.run(
    `with entry as materialized (
       select * from audit_entry where account_id = $1
          and seq > $2::bigint * ${entriesPerSlice} and seq <= ($2::bigint + 1) * ${entriesPerSlice}
     ), complete as (
       insert into audit_slice (account_id, slice, first_at, last_at)
       select $1, $2, min(at), max(at) from entry having count(*) = ${entriesPerSlice} returning slice
     ), bits as (
       insert into audit_bits (account_id, value, slice, bits)
       select $1, held.value, complete.slice, bit_or(set_bit(${none}, ((seq - 1) % ${entriesPerSlice})::integer, 1))
         from complete cross join entry cross join lateral (
           select 'action:' || action as value
           union all select 'target:' || target_type
           union all select 'client:' || client_id where client_id is not null
           union all select 'actor:' || actor_id where actor_kind <> 'person'
         ) as held group by 1, 2, 3
     )
     update audit_index set slices = complete.slice + 1 from complete where account_id = $1`,
    [accountId, index.slices],
  )
  return added > 0
}

/** What the index answers: values that an entry has all of, and its time. */
export type IndexedEntries = {
  values: readonly string[]
  /** The same filters as conditions on rows of `audit_entry`, with their values; $1 is the account. */
  conditions: readonly string[]
  bound: readonly unknown[]
  after: string | undefined
  before: string | undefined
}

/** How many slices the index has; 0 if all entries must be read. */
export async function findSlices(sql: Sql, accountId: string, values: readonly string[]): Promise<number> {
  // Without bits an actor is a person, or has acted in no whole slice: few entries either way.
  const actor = values.find((value) => value.startsWith('actor:'))
  const row = await sql.row<{ slices: number }>(
    `select slices from audit_index where account_id = $1
       and ($2::text is null or exists (select from audit_bits where account_id = $1 and value = $2))`,
    [accountId, actor ?? null],
  )
  return row?.slices ?? 0
}

/** How many entries of a slice match. `partly` if some are outside of the times; their bits don't say which. */
type SliceCount = { slice: number; count: number; partly: boolean }

/** In descending order, without the slices that have none, and without the entries after the last slice. */
async function countBySlice(sql: Sql, list: IndexedEntries): Promise<SliceCount[]> {
  const { conditions, bound } = list
  const bindings: unknown[] = [...bound]
  const bind = (value: unknown, type: string) => `$${bindings.push(value)}::${type}`
  const found = slicesWith(list, bind)
  const first = `found.slice::bigint * ${entriesPerSlice}`
  const ofRows = `(select count(*)::integer from audit_entry
    where ${conditions.join(' and ')} and seq > ${first} and seq <= ${first} + ${entriesPerSlice})`
  const counted = await sql.rows<SliceCount>(
    `select slice, partly, case when partly then ${ofRows} else count end as count from (${found}) as found
      where count > 0 order by slice desc`,
    bindings,
  )
  return counted.filter(({ count }) => count > 0)
}

/** `slice`, `count` and `partly` of the slices that may have entries of the list. */
function slicesWith(
  { values, after, before }: IndexedEntries,
  bind: (value: unknown, type: string) => string,
): string {
  const hasTimes = after !== undefined || before !== undefined
  const [from, to] = hasTimes ? [bind(after ?? null, 'timestamptz'), bind(before ?? null, 'timestamptz')] : []
  const partly = `coalesce(first_at < ${from}, false) or coalesce(last_at > ${to}, false)`
  const isWithin = `coalesce(last_at >= ${from}, true) and coalesce(first_at <= ${to}, true)`
  if (values.length === 0)
    return `select slice, ${entriesPerSlice} as count, ${partly} as partly from audit_slice
      where account_id = $1 and ${isWithin}`
  const held =
    values.length === 1
      ? `select slice, bit_count(bits)::integer as count from audit_bits
          where account_id = $1 and value = ${bind(values[0], 'text')}`
      : `select slice, bit_count(bit_and(bits))::integer as count from audit_bits
          where account_id = $1 and value = any(${bind(values, 'text[]')}) group by slice having count(*) = ${values.length}`
  if (!hasTimes) return `select slice, count, false as partly from (${held}) as held`
  // Looked up for each slice: the planner expects few with these values, and would compare each with the times of all.
  const ofTimes = (what: string) =>
    `(select ${what} from audit_slice where audit_slice.account_id = $1 and audit_slice.slice = held.slice)`
  return `select slice, count, ${ofTimes(partly)} as partly from (${held}) as held where ${ofTimes(isWithin)}`
}

type NumberPage = RowRange & { after?: number | undefined }

/** The entries after the last slice: how many match, and those numbers of them that are on the page. Read once. */
async function findNewest(
  sql: Sql,
  { conditions, bound }: IndexedEntries,
  slices: number,
  { limit, offset, after }: NumberPage,
): Promise<{ count: number; numbers: number[] }> {
  const next = bound.length + 1
  const row = await sql.row<{ count: number; numbers: number[] }>(
    `with matching as materialized (
       select seq from audit_entry where ${conditions.join(' and ')} and seq > $${next}::bigint)
     select (select count(*)::integer from matching) as count,
            array(select seq::float8 from matching where seq < coalesce($${next + 3}::bigint, seq + 1)
              order by seq desc limit $${next + 1} offset $${next + 2}) as numbers`,
    [...bound, slices * entriesPerSlice, limit, offset, after ?? null],
  )
  return row ?? { count: 0, numbers: [] }
}

/** The numbers of the entries of a slice that match, newest first: up to `limit`, after the first `skipped`. */
async function listNumbers(
  sql: Sql,
  accountId: string,
  list: IndexedEntries,
  { slice, partly }: SliceCount,
  { limit, skipped, after }: { limit: number; skipped: number; after: number | undefined },
): Promise<number[]> {
  const first = slice * entriesPerSlice
  const end = Math.min(first + entriesPerSlice, after === undefined ? Number.POSITIVE_INFINITY : after - 1)
  if (partly || list.values.length === 0) {
    const { conditions, bound } = list
    const next = bound.length + 1
    const rows = await sql.rows<{ seq: number }>(
      `select seq::float8 as seq from audit_entry
        where ${[...conditions, `audit_entry.seq > $${next}::bigint`].join(' and ')}
          and audit_entry.seq <= $${next + 1}::bigint
        order by audit_entry.seq desc limit $${next + 2} offset $${next + 3}`,
      [...bound, first, end, limit, skipped],
    )
    return rows.map(({ seq }) => seq)
  }
  const row = await sql.row<{ bits: string }>(
    `select bit_and(bits)::text as bits from audit_bits
      where account_id = $1 and value = any($2::text[]) and slice = $3`,
    [accountId, list.values, slice],
  )
  const bits = row?.bits ?? ''
  const numbers: number[] = []
  let left = skipped
  for (
    let slot = bits.lastIndexOf('1', end - first - 1);
    slot >= 0;
    slot = slot > 0 ? bits.lastIndexOf('1', slot - 1) : -1
  ) {
    if (numbers.length === limit) break
    if (left > 0) left -= 1
    else numbers.push(first + slot + 1)
  }
  return numbers
}

/** The numbers of one page, newest first, and how many entries match in all. */
export async function findPage(
  sql: Sql,
  accountId: string,
  list: IndexedEntries,
  slices: number,
  page: NumberPage,
): Promise<{ numbers: number[]; total: number }> {
  const { limit, offset, after } = page
  const [counts, newest] = await Promise.all([countBySlice(sql, list), findNewest(sql, list, slices, page)])
  const total = counts.reduce((sum, { count }) => sum + count, newest.count)
  const numbers = [...newest.numbers]
  let passed = newest.count
  for (const one of counts) {
    if (numbers.length >= limit) break
    const isBefore =
      after === undefined ? passed + one.count <= offset : one.slice * entriesPerSlice + 1 >= after
    if (!isBefore) {
      const skipped = after === undefined ? Math.max(0, offset - passed) : 0
      numbers.push(
        ...(await listNumbers(sql, accountId, list, one, { limit: limit - numbers.length, skipped, after })),
      )
    }
    passed += one.count
  }
  return { numbers, total }
}
