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
  const where = conditions(filters, bind)
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
  const read =
    filters.search === undefined
      ? readRows(sql, where, values, order, window)
      : readFoundRows(sql, { where, values, text: filters.search }, order, window)
  const [rows, counted] = await Promise.all([
    read,
    sql.row<{ total: number }>(`select count(*)::integer as total ${fromProfiles(where)}`, values),
  ])
  return { rows, total: counted?.total ?? 0 }
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
  const where = conditions(filters, bind)
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
 * page soon, reads all profiles in the order of the list and compares each with all matches.
 */
async function readFoundRows(
  sql: Sql,
  {
    where,
    values: filterValues,
    text,
  }: { where: readonly string[]; values: readonly unknown[]; text: string },
  { property, descending, isByNearness = false }: ProfileOrder,
  { limit, offset, after, columns = documentColumns }: IndexedPage,
): Promise<ListedRow[]> {
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
  const rows = await sql.rows<ListedDocument>(
    `select profile.id, ${columns}, ${isByNearness ? `nearness || ' ' || ` : ''}${sort.cursor} as key
       from (select profile.id as found_id, ${nearness} as nearness
               from (select profile.id, profile.created_at, profile.name_key ${fromProfiles(where)} offset 0) as profile
               ${near ? `left join (${near}) as near on near.id = profile.id` : ''}
              where ${after ? start(sort, descending, after, bind) : 'true'}
              order by ${order} limit ${bind(limit)} offset ${bind(offset)}) as page
       join profile on profile.account_id = $1 and profile.id = found_id order by ${order}`,
    values,
  )
  return rows.map(listedRow)
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
  if (filters.startedAfter) add(`date_started >= ${bind(filters.startedAfter)}::timestamptz`)
  if (filters.startedBefore) add(`date_started <= ${bind(filters.startedBefore)}::timestamptz`)
  if (filters.updatedAfter) add(`updated_at >= ${bind(filters.updatedAfter)}::timestamptz`)
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
