import type { RowRange } from '../../contract/pagination.ts'
import type { Sql } from '../../contract/ports.ts'
import { type DocumentRow, documentColumns, documentOf } from '../profile-document/store.ts'
import { comesAfter, placeOf, type RowKey, type Sort, sliceOf, slotsPerSlice } from './sort.ts'
import { sliceLookup } from './store.ts'

/** What a list asks of the index: its order, and the values of which a profile has one of each group. */
export type IndexedList = {
  sort: Sort
  descending: boolean
  groups: readonly (readonly string[])[]
  /** The same filters as conditions on rows of `profile`; $1 is the account, and the first of `values`. */
  conditions: readonly string[]
  values: readonly unknown[]
}

/**
 * A page at an offset, or after a key. The cost of either doesn't depend on where in the list it is. `columns` are what to
 * read of each profile, by default its whole document.
 */
export type IndexedPage = RowRange & { after?: RowKey | undefined; columns?: string | undefined }

/** A document with what a cursor keeps of its row. */
export type ListedRow = { id: string; doc: string; key: string }

/** A row with `documentColumns`, and what a cursor keeps of it. */
export type ListedDocument = DocumentRow & { id: string; key: string }

export function listedRow(row: ListedDocument): ListedRow {
  return { id: row.id, doc: documentOf(row), key: row.key }
}

/**
 * One page of profiles, and the number of profiles on all pages. Profiles whose change the index has not learned are
 * hidden in its bits and read from their own rows, so the page is as if all rows had been read. Reads one snapshot.
 */
export async function pageByIndex(
  sql: Sql,
  accountId: string,
  list: IndexedList,
  window: IndexedPage,
): Promise<{ rows: ListedRow[]; total: number }> {
  const { after } = window
  const [counts, changed, from] = await Promise.all([
    countBySlice(sql, accountId, list),
    listChanged(sql, accountId, list),
    after && findSliceOf(sql, accountId, list.sort, after),
  ])
  for (const { slice } of changed) counts.set(slice, (counts.get(slice) ?? 0) + 1)
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const entries = list.descending ? [...counts].reverse() : [...counts]
  const { slices, skipped } = after ? slicesAfter(entries, from, window.limit) : slicesOfPage(entries, window)
  if (slices.size === 0) return { rows: [], total }
  const places = await listPlacesOf(sql, accountId, list, [...slices])
  const ids = changed.filter(({ slice }) => slices.has(slice)).map(({ id }) => id)
  const range = { ...window, offset: window.offset - skipped }
  const found = { places, ids, first: [...slices][0], before: sliceBefore(entries, [...slices][0]) }
  const read = isDense(places, range) ? readPageInOrder : readPageOfFound
  return { rows: await read(sql, accountId, list, found, range), total }
}

/** The slice before this one in the order of the list. */
function sliceBefore(
  entries: readonly [slice: number, count: number][],
  slice: number | undefined,
): number | undefined {
  return entries[entries.findIndex(([one]) => one === slice) - 1]?.[0]
}

/**
 * Whether the page is full after fewer rows in the order of the list than there are profiles in its slices. After a key
 * the slice of the key may already be passed, so it counts nothing.
 */
function isDense(places: readonly number[], { offset, limit, after }: IndexedPage): boolean {
  const slices = new Set(places.map(sliceOf)).size
  const [wanted, usable] = [offset + limit, after ? places.length / 2 : places.length]
  return usable >= wanted && (wanted * slices * slotsPerSlice) / usable < places.length
}

const none = `B'0'::bit(${slotsPerSlice})`

/**
 * `matching`: for each slice the bits of the profiles that match, without those that changed. One scan reads the rows of
 * all values: the planner expects few rows of each, and would join them in loops.
 */
function matchingBits({ sort, groups }: IndexedList, slices?: readonly number[]) {
  const values: unknown[] = []
  const bind = (value: unknown) => `$${values.push(value) + 1}`
  const all = [...new Set(groups.flat())]
  const ofSlices = slices ? ` and slice = any(${bind(slices)}::integer[])` : ''
  const rows = `from profile_bits where account_id = $1 and sort = ${sort.number}${ofSlices} and value`
  const ofGroup = (group: readonly string[]) =>
    `bit_or(bits) filter (where value = any(${bind(group)}::text[]))`
  const found =
    all.length === 1 && groups.length === 1
      ? `select slice, bits ${rows} = ${bind(all[0])}`
      : `select slice, ${groups.map(ofGroup).join(' & ')} as bits ${rows} = any(${bind(all)}::text[]) group by slice`
  return {
    text: `hidden as materialized (
        select place.${sort.place} / ${slotsPerSlice} as slice,
               ~bit_or(set_bit(${none}, place.${sort.place} % ${slotsPerSlice}, 1)) as others
          from profile_place place
         where place.account_id = $1 and place.${sort.place} is not null and place.profile_id = any(${changedIds})
         group by 1
      ), matching as (
        select slice, case when hidden.others is null then found.bits else found.bits & hidden.others end as bits
          from (${found}) as found left join hidden using (slice))`,
    values,
  }
}

/** As an array, so that the planner reads these few by their keys, whatever it thinks of their number. */
const changedIds = 'array(select distinct profile_id::text from profile_change where account_id = $1)'

/** For each slice, in ascending order, how many of its profiles match. */
async function countBySlice(sql: Sql, accountId: string, list: IndexedList): Promise<Map<number, number>> {
  const { text, values } = matchingBits(list)
  const order = 'order by one.key_at, one.key_name, one.key_id'
  const row = await sql.row<{ slices: number[] | null; counts: number[] | null }>(
    `with ${text}, counted as materialized (select slice, bit_count(bits)::integer as count from matching)
     select array_agg(one.slice ${order}) as slices, array_agg(coalesce(counted.count, 0) ${order}) as counts
       from profile_slice one left join counted using (slice)
      where one.account_id = $1 and one.sort = ${list.sort.number}`,
    [accountId, ...values],
  )
  return new Map((row?.slices ?? []).map((slice, at) => [slice, row?.counts?.[at] ?? 0]))
}

/** The changed profiles that match, by their own rows, each with the slice of its key. */
function listChanged(
  sql: Sql,
  accountId: string,
  { sort, conditions, values }: IndexedList,
): Promise<{ id: string; slice: number }[]> {
  return sql.rows(
    `select profile.id, ${sliceLookup(sort)} as slice from profile
      where profile.account_id = $1 and profile.id = any(${changedIds})
        ${conditions.map((one) => `and ${one}`).join(' ')}`,
    [accountId, ...values.slice(1)],
  )
}

/** The slices that hold rows of the page, and the number of rows before them. */
function slicesOfPage(
  entries: readonly [slice: number, count: number][],
  { offset, limit }: RowRange,
): { slices: Set<number>; skipped: number } {
  const slices = new Set<number>()
  let [before, skipped] = [0, 0]
  for (const [slice, count] of entries) {
    if (before >= offset + limit) break
    if (before + count > offset && count > 0) {
      if (slices.size === 0) skipped = before
      slices.add(slice)
    }
    before += count
  }
  return { slices, skipped }
}

/** The slice of the key, and as many after it as hold a page even if the first one has nothing after the key. */
function slicesAfter(
  entries: readonly [slice: number, count: number][],
  from: number | undefined,
  limit: number,
): { slices: Set<number>; skipped: number } {
  const slices = new Set<number>()
  let found = 0
  for (const [slice, count] of entries.slice(entries.findIndex(([slice]) => slice === from))) {
    if (found >= limit) break
    if (slice !== from) found += count
    if (count > 0) slices.add(slice)
  }
  return { slices, skipped: 0 }
}

/** The slice whose range holds this key. The first slice has no lower bound, so there is one. */
async function findSliceOf(sql: Sql, accountId: string, sort: Sort, [value, id]: RowKey): Promise<number> {
  const key = {
    by_creation: `$2::timestamptz, '', $3`,
    by_name: `'-infinity'::timestamptz, $2::text, $3`,
    by_id: `'-infinity'::timestamptz, $2::text, $3`,
  }[sort.place]
  const row = await sql.row<{ slice: number }>(`select ${sliceLookup(sort, key)} as slice`, [
    accountId,
    value,
    id,
  ])
  return row?.slice ?? -1
}

/** The places of the profiles that match in these slices. */
async function listPlacesOf(
  sql: Sql,
  accountId: string,
  list: IndexedList,
  slices: readonly number[],
): Promise<number[]> {
  const { text, values } = matchingBits(list, slices)
  const rows = await sql.rows<{ slice: number; bits: string }>(
    `with ${text} select slice, bits::text as bits from matching where bits is not null`,
    [accountId, ...values],
  )
  return rows.flatMap(({ slice, bits }) => {
    const places: number[] = []
    for (let slot = bits.indexOf('1'); slot >= 0; slot = bits.indexOf('1', slot + 1))
      places.push(placeOf(slice, slot))
    return places
  })
}

/** What is in the slices of a page, the first one of them, and the slice before it. */
type Found = {
  places: readonly number[]
  ids: readonly string[]
  first: number | undefined
  before: number | undefined
}

/** The ready documents of one page of these profiles: reads all of them and sorts. */
async function readPageOfFound(
  sql: Sql,
  accountId: string,
  { sort, descending }: IndexedList,
  found: Found,
  window: IndexedPage,
): Promise<ListedRow[]> {
  const values: unknown[] = [accountId, found.places, found.ids]
  const bind = (value: unknown) => `$${values.push(value)}`
  // An array that the planner knows nothing of. It would read all places for one with thousands of elements.
  const places = 'array(select unnest($2::integer[]))'
  const among = `profile.id = any($3::text[] || array(
    select place.profile_id::text from profile_place place
     where place.account_id = $1 and place.${sort.place} = any(${places})))`
  const after = window.after ? [comesAfter(sort, descending, window.after, bind)] : []
  return readDocuments(sql, { sort, descending, conditions: [among, ...after], values }, window)
}

/** The same, but reads the profiles in the order of the list until the page is full. */
async function readPageInOrder(
  sql: Sql,
  accountId: string,
  { sort, descending }: IndexedList,
  found: Found,
  window: IndexedPage,
): Promise<ListedRow[]> {
  const values: unknown[] = [accountId, found.places, found.ids]
  const bind = (value: unknown) => `$${values.push(value)}`
  // As a scalar, so that the planner looks up each profile by its key instead of reading all places.
  const place = `(select place.${sort.place} from profile_place place
    where place.account_id = $1 and place.profile_id = profile.id)`
  const among = `(${place} = any($2::integer[]) or profile.id = any($3::text[]))`
  const from = startOf({ sort, descending }, found, window.after, bind)
  return readDocuments(sql, { sort, descending, conditions: [...from, among], values }, window)
}

/** Where the first slice begins: at its own key or, in descending order, before that of the slice after its keys. */
function startOf(
  { sort, descending }: Pick<IndexedList, 'sort' | 'descending'>,
  { first, before }: Found,
  after: RowKey | undefined,
  bind: (value: unknown) => string,
): string[] {
  if (after) return [comesAfter(sort, descending, after, bind)]
  const slice = descending ? before : first
  if (slice === undefined) return []
  const at = bind(slice)
  const keys = sort.sliceColumns.map(
    (column) =>
      `(select ${column} from profile_slice where account_id = $1 and sort = ${sort.number} and slice = ${at}::integer)`,
  )
  return [`(${sort.columns.join(', ')}) ${descending ? '<' : '>='} (${keys.join(', ')})`]
}

/** One page of the profiles that match, in the order of the list. $1 is the account. */
async function readDocuments(
  sql: Sql,
  {
    sort,
    descending,
    conditions,
    values,
  }: Pick<IndexedList, 'sort' | 'descending' | 'conditions'> & { values: unknown[] },
  { limit, offset, columns = documentColumns }: IndexedPage,
): Promise<ListedRow[]> {
  const order = sort.columns.map((column) => `${column} ${descending ? 'desc' : 'asc'}`).join(', ')
  const [most, skipped] = [values.push(limit), values.push(offset)]
  const rows = await sql.rows<ListedDocument>(
    `select profile.id, ${columns}, ${sort.cursor} as key
       from (select profile.id from profile
              where profile.account_id = $1 and ${conditions.join(' and ')}
              order by ${order} limit $${most} offset $${skipped}) as page
       join profile on profile.account_id = $1 and profile.id = page.id
      order by ${order}`,
    values,
  )
  return rows.map(listedRow)
}
