import type { Sql } from '../../contract/ports.ts'
import type { AssessmentId } from '../../contract/shapes.ts'
import { countAccountProfiles, peopleOfTeams } from '../account/store.ts'
import { documentColumns } from '../profile-document/store.ts'
import {
  type IndexedPage,
  type ListedDocument,
  type ListedRow,
  listedRow,
  pageByIndex,
} from '../profile-index/page-store.ts'
import { comesAfter, sorts } from '../profile-index/sort.ts'
import { findIndexAndTags } from '../profile-index/store.ts'
import { valueGroups } from '../profile-index/values.ts'
import type { Profile } from './model.ts'
import { searchConditions, searchNearness } from './search-condition-store.ts'
import { impliedByStatus, type ProfileStatus, statusColumn } from './status-store.ts'

/** The filters of a list of profiles. All given filters must match. */
export type ProfileFilters = {
  isCompleted?: boolean | undefined
  search?: string | undefined
  profileIds?: readonly string[] | undefined
  tagIds?: readonly string[] | undefined
  savedTeamIds?: readonly string[] | undefined
  assessmentIds?: readonly AssessmentId[] | undefined
  discStyles?: readonly string[] | undefined
  startedAfter?: string | undefined
  startedBefore?: string | undefined
  updatedAfter?: string | undefined
  state?: 'active' | 'pending' | 'all' | undefined
  customIds?: readonly string[] | undefined
  qualityOutcomes?: readonly NonNullable<Profile['quality']>['outcome'][] | undefined
  /** Set for coaches. The row security of their transactions hides everyone else in any case. */
  ofTeams?: boolean | undefined
  /** `at` is the time by which invites expire. */
  status?: { is: ProfileStatus; at: Date } | undefined
}

export type ProfileOrder = {
  property: 'createdAt' | 'name' | '_id'
  descending: boolean
  /** Of a search: the nearest matches first, and only the equally near ones in this order. */
  isByNearness?: boolean
}

/** One page of ready documents, and the number of profiles on all pages. */
export async function searchProfiles(
  sql: Sql,
  accountId: string,
  asked: ProfileFilters,
  order: ProfileOrder,
  window: IndexedPage,
): Promise<{ rows: ListedRow[]; total: number }> {
  const filters = withoutCompletedStatus(asked)
  const values: unknown[] = [accountId]
  const bind = (value: unknown) => `$${values.push(value)}`
  const times = timeConditions(filters, bind)
  const where = [...times, ...conditions(filters, bind)]
  const isShallow = window.after !== undefined || window.offset + window.limit <= shallowRows
  if (where.length === 0 && filters.search === undefined && isShallow) {
    const [rows, total] = await Promise.all([
      readRows(sql, where, values, order, window),
      countAccountProfiles(sql, accountId),
    ])
    return { rows, total }
  }
  if (isIndexed(filters)) {
    const tagIds = filters.tagIds ?? []
    const index = await findIndexAndTags(sql, accountId, tagIds)
    if (index) {
      const groups = valueGroups(filters.tagIds ? { ...filters, tagIds: index.tagIds } : filters)
      const list = {
        sort: sorts[order.property],
        descending: order.descending,
        groups,
        conditions: where,
        values,
      }
      return pageByIndex(sql, accountId, list, window)
    }
  }
  if (filters.search !== undefined)
    where.push(
      ...(await searchConditions(sql, accountId, { text: filters.search, ofTeams: filters.ofTeams }, bind)),
    )
  const count = () => countRows(sql, where, values)
  if (isByTimes(filters)) return readByTimes(sql, accountId, { filters, where, times, values }, order, window)
  if (filters.search === undefined) {
    const [rows, total] = await Promise.all([readRows(sql, where, values, order, window), count()])
    return { rows, total }
  }
  return readFoundRows(sql, { where, values, text: filters.search }, order, window, count)
}

async function countRows(sql: Sql, where: readonly string[], values: readonly unknown[]): Promise<number> {
  const row = await sql.row<{ total: number }>(
    `select count(*)::integer as total ${fromProfiles(where)}`,
    values,
  )
  return row?.total ?? 0
}

/** The status of completed people as the filter that the index answers, unless that contradicts another one. */
function withoutCompletedStatus(filters: ProfileFilters): ProfileFilters {
  if (filters.status?.is !== 'completed' || filters.isCompleted === false) return filters
  return { ...filters, status: undefined, isCompleted: true }
}

/** How many profiles have each status; statuses of no profile are left out. Reads all profiles that match. */
export async function countByStatus(
  sql: Sql,
  accountId: string,
  filters: ProfileFilters,
  at: Date,
): Promise<{ status: ProfileStatus; count: number }[]> {
  const values: unknown[] = [accountId]
  const bind = (value: unknown) => `$${values.push(value)}`
  const where = [...timeConditions(filters, bind), ...conditions(filters, bind)]
  if (filters.search !== undefined)
    where.push(
      ...(await searchConditions(sql, accountId, { text: filters.search, ofTeams: filters.ofTeams }, bind)),
    )
  return sql.rows(
    `select ${statusColumn(bind(at))} as status, count(*)::integer as count ${fromProfiles(where)} group by 1`,
    values,
  )
}

/** So many rows are read in their order faster than they are found in the index. */
const shallowRows = 1_000

/** Whether the index answers all given filters. The others name few people, or are read from all rows. */
function isIndexed({
  search,
  profileIds,
  savedTeamIds,
  startedAfter,
  startedBefore,
  updatedAfter,
  customIds,
  qualityOutcomes,
  status,
  ofTeams,
}: ProfileFilters): boolean {
  const dates = [startedAfter, startedBefore, updatedAfter]
  const others = [search, profileIds, savedTeamIds, ...dates, customIds, qualityOutcomes, status]
  return !ofTeams && others.every((one) => one === undefined)
}

/** Whether times are what narrows the list down. Filters that name few people, or a status, are read without this. */
function isByTimes({
  search,
  profileIds,
  savedTeamIds,
  customIds,
  status,
  ofTeams,
  ...others
}: ProfileFilters): boolean {
  const { startedAfter, startedBefore, updatedAfter } = others
  const isNarrow = [search, profileIds, savedTeamIds, customIds, status].some((one) => one !== undefined)
  return !ofTeams && !isNarrow && [startedAfter, startedBefore, updatedAfter].some((one) => one !== undefined)
}

/** With at most so many matches, all are found by their times and sorted. */
const mostSorted = 5_000

/**
 * A list by times. Of few matches, all are found by their times and sorted; of many, the next one is never far in the order of
 * the list. People who changed are often those who come first, so these are looked at while all who changed are counted.
 */
async function readByTimes(
  sql: Sql,
  accountId: string,
  { filters, where, times, values }: Timed,
  order: ProfileOrder,
  window: IndexedPage,
): Promise<{ rows: ListedRow[]; total: number }> {
  const count = () => countRows(sql, where, values)
  if (filters.updatedAfter === undefined) {
    const found = await readFoundRows(sql, { where, values, most: mostSorted }, order, window, count)
    if (found.total <= mostSorted) return found
    const [rows, total] = await Promise.all([readRows(sql, where, values, order, window), count()])
    return { rows, total }
  }
  const isOnlyChange = where.length === 1
  const [first, total] = await Promise.all([
    readAmongFirst(sql, where, values, order, window),
    isOnlyChange ? countChanged(sql, accountId, values) : count(),
  ])
  if (first && (first.length === window.limit || (!window.after && first.length === total - window.offset)))
    return { rows: first, total }
  if (total > mostSorted) return { rows: await readRows(sql, where, values, order, window), total }
  // As an array: the planner expects that a third of all people changed, and would read everybody.
  const found = `profile.id = any(array(select timed.id::text from profile as timed
    where timed.account_id = $1 and ${times.join(' and ')}))`
  return readFoundRows(sql, { where: [...where, found], values }, order, window, async () => total)
}

type Timed = {
  filters: ProfileFilters
  where: readonly string[]
  times: readonly string[]
  values: readonly unknown[]
}

/** The page, if it is shallow, as far as the first people of the list fill it. */
async function readAmongFirst(
  sql: Sql,
  where: readonly string[],
  filterValues: readonly unknown[],
  { property, descending }: ProfileOrder,
  { limit, offset, after, columns = documentColumns }: IndexedPage,
): Promise<ListedRow[] | undefined> {
  const looked = 4 * (offset + limit)
  if (looked > shallowRows) return undefined
  const sort = sorts[property]
  const values = [...filterValues]
  const bind = (value: unknown) => `$${values.push(value)}`
  const order = sort.columns.map((column) => `${column} ${descending ? 'desc' : 'asc'}`).join(', ')
  const from = fromProfiles(after ? [comesAfter(sort, descending, after, bind)] : [])
  const rows = await sql.rows<ListedDocument>(
    `select profile.id, ${columns}, ${sort.cursor} as key
       from (select profile.* ${from} order by ${order} limit ${bind(looked)}) as profile
      where ${where.join(' and ')} order by ${order} limit ${bind(limit)} offset ${bind(offset)}`,
    values,
  )
  return rows.map(listedRow)
}

/**
 * How many people changed since $2, counted in the index of these times alone. If they are many, those who didn't change are counted:
 * after a time long ago, which a program asks for at first, these are few.
 */
async function countChanged(sql: Sql, accountId: string, values: readonly unknown[]): Promise<number> {
  const changed = fromProfiles(['updated_at >= $2::timestamptz'])
  const some = await sql.row<{ count: number }>(
    `select count(*)::integer as count from (select profile.id ${changed} limit ${mostSorted + 1}) as first_ones`,
    values,
  )
  const count = some?.count ?? 0
  if (count <= mostSorted) return count
  const [all, others] = await Promise.all([
    countAccountProfiles(sql, accountId),
    countRows(sql, ['updated_at < $2::timestamptz'], values),
  ])
  return all - others
}

function fromProfiles(where: readonly string[]): string {
  return `from profile where profile.account_id = $1${where.map((one) => ` and ${one}`).join('')}`
}

async function readRows(
  sql: Sql,
  where: readonly string[],
  filterValues: readonly unknown[],
  { property, descending }: ProfileOrder,
  { limit, offset, after, columns = documentColumns }: IndexedPage,
): Promise<ListedRow[]> {
  const sort = sorts[property]
  const order = sort.columns.map((column) => `${column} ${descending ? 'desc' : 'asc'}`)
  const values = [...filterValues]
  const bind = (value: unknown) => `$${values.push(value)}`
  const conditions = after ? [...where, comesAfter(sort, descending, after, bind)] : where
  const rows = await sql.rows<ListedDocument>(
    `select id, ${columns}, ${sort.cursor} as key ${fromProfiles(conditions)} order by ${order.join(', ')}
      limit ${bind(limit)} offset ${bind(offset)}`,
    values,
  )
  return rows.map(listedRow)
}

/**
 * The same for a search: its matches are found before they are sorted. Otherwise the planner, which expects to fill the
 * page soon, reads all profiles in the order of the list and compares each with all matches. The page says how many were found,
 * unless it is empty or begins after a key. With `most`, more than so many are not the right ones.
 */
async function readFoundRows(
  sql: Sql,
  {
    where,
    values: filterValues,
    text = '',
    most,
  }: { where: readonly string[]; values: readonly unknown[]; text?: string; most?: number },
  { property, descending, isByNearness = false }: ProfileOrder,
  { limit, offset, after, columns = documentColumns }: IndexedPage,
  count: () => Promise<number>,
): Promise<{ rows: ListedRow[]; total: number }> {
  const sort = sorts[property]
  const values = [...filterValues]
  const bind = (value: unknown) => `$${values.push(value)}`
  const near = isByNearness ? searchNearness(text, bind) : undefined
  const nearness = near ? 'coalesce(near.nearness, 2)' : '0'
  const order = [
    ...(isByNearness ? ['nearness'] : []),
    ...sort.columns.map((column) => `${column} ${descending ? 'desc' : 'asc'}`),
  ].join(', ')
  const start = isByNearness ? comesAfterNear(nearness) : comesAfter
  const reading = sql.rows<ListedDocument & { total: number }>(
    `select profile.id, ${columns}, ${isByNearness ? `nearness || ' ' || ` : ''}${sort.cursor} as key, total
       from (select profile.id as found_id, ${nearness} as nearness, ${after ? '0' : '(count(*) over ())::integer'} as total
               from (select profile.id, profile.created_at, profile.name_key ${fromProfiles(where)}
                      ${most === undefined ? 'offset 0' : `limit ${most + 1}`}) as profile
               ${near ? `left join (${near}) as near on near.id = profile.id` : ''}
              where ${after ? start(sort, descending, after, bind) : 'true'}
              order by ${order} limit ${bind(limit)} offset ${bind(offset)}) as page
       join profile on profile.account_id = $1 and profile.id = found_id order by ${order}`,
    values,
  )
  const [rows, counted] = await Promise.all([reading, after && count()])
  return { rows: rows.map(listedRow), total: counted ?? rows[0]?.total ?? (await count()) }
}

/** The same as `comesAfter` for a key whose value begins with the nearness of its row. */
function comesAfterNear(nearness: string): typeof comesAfter {
  return (sort, descending, [value, id], bind) => {
    const level = `${bind(Number(value.slice(0, 1)))}::integer`
    const within = comesAfter(sort, descending, [value.slice(2), id], bind)
    return `(${nearness} > ${level} or (${nearness} = ${level} and ${within}))`
  }
}

type BindValue = (value: unknown) => string

function conditions(filters: ProfileFilters, bind: BindValue): string[] {
  const where: string[] = []
  const add = (condition: string) => where.push(condition)
  if (filters.ofTeams) add(`profile.id = any(${peopleOfTeams})`)
  if (filters.isCompleted !== undefined) add(`is_completed = ${bind(filters.isCompleted)}`)
  if (filters.state === 'active' || filters.state === 'pending') add(`state = ${bind(filters.state)}`)
  if (filters.profileIds) add(`id = any(${bind(filters.profileIds)}::text[])`)
  if (filters.assessmentIds) add(`completed_assessments @> ${bind(filters.assessmentIds)}::text[]`)
  if (filters.discStyles) add(styleCondition(filters.discStyles, bind))
  if (filters.tagIds) add(tagCondition(bind(filters.tagIds)))
  if (filters.savedTeamIds) add(savedTeamCondition(bind(filters.savedTeamIds)))
  if (filters.qualityOutcomes)
    add(`profile.quality ->> 'outcome' = any(${bind(filters.qualityOutcomes)}::text[])`)
  if (filters.status) {
    add(impliedByStatus[filters.status.is])
    add(`${statusColumn(bind(filters.status.at))} = ${bind(filters.status.is)}`)
  }
  if (filters.customIds) add(aliasCondition(bind(filters.customIds)))
  return where
}

function timeConditions(filters: ProfileFilters, bind: BindValue): string[] {
  const { startedAfter, startedBefore, updatedAfter } = filters
  const times: string[] = []
  if (startedAfter) times.push(`date_started >= ${bind(startedAfter)}::timestamptz`)
  if (startedBefore) times.push(`date_started <= ${bind(startedBefore)}::timestamptz`)
  if (updatedAfter) times.push(`updated_at >= ${bind(updatedAfter)}::timestamptz`)
  return times
}

/** One letter matches every style that begins with it; several letters match that exact style. */
function styleCondition(styles: readonly string[], bind: BindValue): string {
  const letters = styles.filter((style) => style.length === 1)
  const codes = styles.filter((style) => style.length > 1)
  return `(left(disc_style, 1) = any(${bind(letters)}::text[]) or disc_style = any(${bind(codes)}::text[]))`
}

function tagCondition(tagIds: string): string {
  return `exists (select from profile_tag link
    where link.account_id = profile.account_id and link.profile_id = profile.id and link.tag_id = any(${tagIds}::text[]))`
}

/** By their ids, which are few: a saved team has at most 500 people. */
function savedTeamCondition(savedTeamIds: string): string {
  return `profile.id = any(array(select profile_id::text from saved_team_person
    where account_id = $1 and team_id = any(${savedTeamIds}::text[])))`
}

function aliasCondition(customIds: string): string {
  return `exists (select from resource_alias alias
    where alias.account_id = profile.account_id and alias.resource_type = 'profile'
      and alias.resource_id = profile.id and alias.consumer_key = any(${customIds}::text[]))`
}
