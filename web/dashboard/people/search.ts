import {
  dayOf,
  known,
  listOf,
  oneOf,
  pageParam,
  publicId,
  type SearchParams,
} from '../client/search-params.ts'
import { type PersonStatusFilter, statusFilters } from './status-filters.ts'

/** Search parameters of the list. They have the names of the API's filters. */
export type PeopleSearch = {
  search?: string | undefined
  tagIds?: readonly string[] | undefined
  discStyles?: readonly string[] | undefined
  state?: 'active' | 'pending' | undefined
  isCompleted?: boolean | undefined
  status?: PersonStatusFilter | undefined
  qualityOutcomes?: readonly ('caution' | 'invalid')[] | undefined
  assessmentIds?: readonly ('disc' | 'focus' | 'core')[] | undefined
  /** Days such as 2026-11-21, both included, in UTC, so that an address means the same everywhere. */
  startedAfter?: string | undefined
  startedBefore?: string | undefined
  /** Newest first by default; of a search, the best match first. */
  sort?: 'newest' | 'oldest' | 'name' | 'nameDown' | undefined
  page?: number | undefined
  /** 25 by default. */
  limit?: 50 | 100 | undefined
}

/** Parses the search parameters. Invalid values are dropped, so that every address shows something. */
export function readPeopleSearch(params: SearchParams): PeopleSearch {
  return known({
    search: searchOf(params.search),
    tagIds: listOf(params.tagIds, publicId, 50),
    discStyles: listOf(params.discStyles, /^(?:([DISC])(?!\1)[DISC]?)$/, 50),
    state: oneOf(params.state, ['active', 'pending']),
    isCompleted: { true: true, false: false }[String(params.isCompleted)],
    status: oneOf(params.status, statusFilters),
    qualityOutcomes: listOf(params.qualityOutcomes, /^(caution|invalid)$/, 50) as never,
    assessmentIds: listOf(params.assessmentIds, /^(disc|focus|core)$/, 50) as never,
    startedAfter: dayOf(params.startedAfter),
    startedBefore: dayOf(params.startedBefore),
    sort: oneOf(params.sort, ['newest', 'oldest', 'name', 'nameDown']),
    page: pageParam(params.page),
    limit: oneOf(Number(params.limit), [50, 100]),
  })
}

function searchOf(params: unknown): string | undefined {
  if (typeof params !== 'string' && typeof params !== 'number') return undefined
  return String(params).slice(0, 100) || undefined
}
