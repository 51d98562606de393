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

/** In descending order, without the slices that have none. The last one holds all entries after the index. */
async function countBySlice(
  sql: Sql,
  accountId: string,
  list: IndexedEntries,
  slices: number,
): Promise<SliceCount[]> {
  const { values, after, before } = list
  const found =
    values.length > 0
      ? `select slice, bit_count(bit_and(bits))::integer as count from audit_bits
          where account_id = $1 and value = any($2::text[]) group by slice having count(*) = cardinality($2::text[])`
      : `select slice, ${entriesPerSlice} as count from audit_slice where account_id = $1 and cardinality($2::text[]) = 0`
  const counted = sql.rows<SliceCount>(
    `select slice, found.count,
            coalesce(first_at < $3::timestamptz, false) or coalesce(last_at > $4::timestamptz, false) as partly
       from (${found}) as found join audit_slice using (slice)
      where audit_slice.account_id = $1 and found.count > 0
        and coalesce(last_at >= $3::timestamptz, true) and coalesce(first_at <= $4::timestamptz, true)
      order by slice desc`,
    [accountId, values, after ?? null, before ?? null],
  )
  const tail = countRows(sql, list, { above: slices * entriesPerSlice, upTo: null })
  const [whole, rest] = await Promise.all([counted, tail])
  const all: SliceCount[] = [{ slice: slices, count: rest, partly: true }]
  for (const one of whole) {
    const { slice, partly } = one
    const range = { above: slice * entriesPerSlice, upTo: (slice + 1) * entriesPerSlice }
    all.push(partly ? { ...one, count: await countRows(sql, list, range) } : one)
  }
  return all.filter(({ count }) => count > 0)
}

type NumberRange = { above: number; upTo: number | null }

/** What the filters say, within a range of numbers. */
function withinRange({ conditions, bound }: IndexedEntries, { above, upTo }: NumberRange, rest = '') {
  const at = bound.length + 1
  const range = `seq > $${at}::bigint and seq <= coalesce($${at + 1}::bigint, seq)`
  return {
    text: `from audit_entry where ${[...conditions, range].join(' and ')}${rest}`,
    values: [...bound, above, upTo],
  }
}

async function countRows(sql: Sql, list: IndexedEntries, range: NumberRange): Promise<number> {
  const { text, values } = withinRange(list, range)
  const row = await sql.row<{ count: number }>(`select count(*)::integer as count ${text}`, values)
  return row?.count ?? 0
}

/** The numbers of the entries that match in this slice, in descending order. */
async function listNumbers(
  sql: Sql,
  accountId: string,
  list: IndexedEntries,
  { slice, partly }: SliceCount,
  slices: number,
): Promise<number[]> {
  const first = slice * entriesPerSlice
  if (partly || list.values.length === 0) {
    const range = { above: first, upTo: slice < slices ? first + entriesPerSlice : null }
    const { text, values } = withinRange(list, range, ' order by seq desc')
    const rows = await sql.rows<{ seq: number }>(`select seq::float8 as seq ${text}`, values)
    return rows.map(({ seq }) => seq)
  }
  const row = await sql.row<{ bits: string }>(
    `select bit_and(bits)::text as bits from audit_bits
      where account_id = $1 and value = any($2::text[]) and slice = $3`,
    [accountId, list.values, slice],
  )
  const numbers: number[] = []
  const bits = row?.bits ?? ''
  for (let slot = bits.lastIndexOf('1'); slot >= 0; slot = slot > 0 ? bits.lastIndexOf('1', slot - 1) : -1)
    numbers.push(first + slot + 1)
  return numbers
}

/** The numbers of one page, newest first, and how many entries match in all. */
export async function findPage(
  sql: Sql,
  accountId: string,
  list: IndexedEntries,
  slices: number,
  { limit, offset, after }: RowRange & { after?: number | undefined },
): Promise<{ numbers: number[]; total: number }> {
  const counts = await countBySlice(sql, accountId, list, slices)
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  const numbers: number[] = []
  let passed = 0
  for (const one of counts) {
    if (numbers.length >= limit) break
    const isBefore =
      after === undefined ? passed + one.count <= offset : one.slice * entriesPerSlice + 1 >= after
    if (!isBefore) {
      const own = await listNumbers(sql, accountId, list, one, slices)
      const rest =
        after === undefined ? own.slice(Math.max(0, offset - passed)) : own.filter((seq) => seq < after)
      numbers.push(...rest.slice(0, limit - numbers.length))
    }
    passed += one.count
  }
  return { numbers, total }
}
