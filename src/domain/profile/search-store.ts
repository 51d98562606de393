import type { Sql } from '../../contract/ports.ts'
import type { AssessmentId } from '../../contract/shapes.ts'
import { countAccountProfiles } from '../account/store.ts'
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
import { neighborSwaps, searchTokens } from './name.ts'

/** The filters of a list of profiles. All given filters must match. */
export type ProfileFilters = {
  isCompleted?: boolean | undefined
  search?: string | undefined
  profileIds?: readonly string[] | undefined
  tagIds?: readonly string[] | undefined
  assessmentIds?: readonly AssessmentId[] | undefined
  discStyles?: readonly string[] | undefined
  startedAfter?: string | undefined
  startedBefore?: string | undefined
  updatedAfter?: string | undefined
  state?: 'active' | 'pending' | 'all' | undefined
  customIds?: readonly string[] | undefined
}

export type ProfileOrder = { property: 'createdAt' | 'name' | '_id'; descending: boolean }

/** One page of ready documents, and the number of profiles on all pages. */
export async function searchProfiles(
  sql: Sql,
  accountId: string,
  filters: ProfileFilters,
  order: ProfileOrder,
  window: IndexedPage,
): Promise<{ rows: ListedRow[]; total: number }> {
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
    where.push(...(await nameConditions(sql, accountId, filters.search, bind)))
  const [rows, counted] = await Promise.all([
    readRows(sql, where, values, order, window),
    sql.row<{ total: number }>(`select count(*)::integer as total ${fromProfiles(where)}`, values),
  ])
  return { rows, total: counted?.total ?? 0 }
}

/** So many rows are read in their order faster than they are found in the index. */
const shallowRows = 1_000

/** Whether the index answers all given filters. The others name few people, or are read from all rows. */
function isIndexed({
  search,
  profileIds,
  startedAfter,
  startedBefore,
  updatedAfter,
  customIds,
}: ProfileFilters): boolean {
  const others = [search, profileIds, startedAfter, startedBefore, updatedAfter, customIds]
  return others.every((one) => one === undefined)
}

function fromProfiles(where: readonly string[]): string {
  return `from profile where profile.account_id = $1${where.map((one) => ` and ${one}`).join('')}`
}

async function readRows(
  sql: Sql,
  where: readonly string[],
  filterValues: readonly unknown[],
  { property, descending }: ProfileOrder,
  { limit, offset, after }: IndexedPage,
): Promise<ListedRow[]> {
  const sort = sorts[property]
  const order = sort.columns.map((column) => `${column} ${descending ? 'desc' : 'asc'}`)
  const values = [...filterValues]
  const bind = (value: unknown) => `$${values.push(value)}`
  const conditions = after ? [...where, comesAfter(sort, descending, after, bind)] : where
  const rows = await sql.rows<ListedDocument>(
    `select id, ${documentColumns}, ${sort.cursor} as key ${fromProfiles(conditions)} order by ${order.join(', ')}
      limit ${bind(limit)} offset ${bind(offset)}`,
    values,
  )
  return rows.map(listedRow)
}

type BindValue = (value: unknown) => string

function conditions(filters: ProfileFilters, bind: BindValue): string[] {
  const where: string[] = []
  const add = (condition: string) => where.push(condition)
  if (filters.isCompleted !== undefined) add(`is_completed = ${bind(filters.isCompleted)}`)
  if (filters.state === 'active' || filters.state === 'pending') add(`state = ${bind(filters.state)}`)
  if (filters.profileIds) add(`id = any(${bind(filters.profileIds)}::text[])`)
  if (filters.assessmentIds) add(`completed_assessments @> ${bind(filters.assessmentIds)}::text[]`)
  if (filters.startedAfter) add(`date_started >= ${bind(filters.startedAfter)}::timestamptz`)
  if (filters.startedBefore) add(`date_started <= ${bind(filters.startedBefore)}::timestamptz`)
  if (filters.updatedAfter) add(`updated_at >= ${bind(filters.updatedAfter)}::timestamptz`)
  if (filters.discStyles) add(styleCondition(filters.discStyles, bind))
  if (filters.tagIds) add(tagCondition(bind(filters.tagIds)))
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

function aliasCondition(customIds: string): string {
  return `exists (select from resource_alias alias
    where alias.account_id = profile.account_id and alias.resource_type = 'profile'
      and alias.resource_id = profile.id and alias.consumer_key = any(${customIds}::text[]))`
}

/**
 * Every word of the search must match a word of the name, in any order. A word matches by prefix, with two neighboring
 * letters swapped, by a few edits depending on its length, or by shared trigrams. A search without any letter or digit
 * is matched as plain text.
 */
async function nameConditions(
  sql: Sql,
  accountId: string,
  search: string,
  bind: BindValue,
): Promise<string[]> {
  const { words, grams } = searchTokens(search)
  if (words.length === 0 && grams.length === 0) {
    const plain = search.trim()
    const name = `coalesce(first_name, '') || ' ' || coalesce(last_name, '')`
    return plain === '' ? [] : [`strpos(${name}, ${bind(plain)}) > 0`]
  }
  const meant = await similarTokens(sql, accountId, words)
  return [...meant, ...grams.map((gram) => [gram])].map(
    (tokens) => `exists (select from name_token word
      where word.account_id = profile.account_id and word.profile_id = profile.id
        and word.token = any(${bind(tokens)}::text[]))`,
  )
}

/**
 * For each search word, the similar words in this account's names. There are many names but few distinct words, so the
 * expensive comparison runs once per distinct word: the recursion jumps from word to word in the index, once for the
 * whole search. Beyond the first `maxCompared` words of the account only whole words match.
 */
async function similarTokens(sql: Sql, accountId: string, words: readonly string[]): Promise<string[][]> {
  if (words.length === 0) return []
  const rows = await sql.rows<{ place: number; token: string }>(similar, [
    accountId,
    words,
    words.map(editsAllowed),
    maxCompared,
  ])
  const meant = words.map((word) => [word, ...(editsAllowed(word) > 0 ? neighborSwaps(word) : [])])
  for (const { place, token } of rows) meant[place]?.push(token)
  return meant
}

/** Keeps a search below a second on two cores, whatever an account has stored. */
const maxCompared = 50_000

const next = 'select token from name_token where account_id = $1'

/** The same statement for every search, whatever its words. */
const similar = `with recursive vocabulary as (
     (${next} order by token limit 1)
     union all
     select (${next} and token > vocabulary.token order by token limit 1) from vocabulary
      where vocabulary.token is not null
   )
   select (place - 1)::integer as place, token
     from (select token from vocabulary where token is not null limit $4) as known
     join unnest($2::text[], $3::integer[]) with ordinality as wanted (word, edits, place)
       on starts_with(token, word)
         or edits > 0 and (levenshtein_less_equal(token, word, edits) <= edits or similarity(token, word) >= 0.5)`

/** Short words must match exactly: with an edit they would match nearly anything. */
function editsAllowed(word: string): number {
  return word.length >= 8 ? 2 : word.length >= 4 ? 1 : 0
}
