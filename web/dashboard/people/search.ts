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
export function readPeopleSearch(params: Record<string, unknown>): PeopleSearch {
  const page = Number(params.page)
  const read: PeopleSearch = {
    search: textOf(params.search),
    tagIds: listOf(params.tagIds, (id) => /^[0-9a-f]{24}$/.test(id)),
    discStyles: listOf(params.discStyles, (style) => /^(?:([DISC])(?!\1)[DISC]?)$/.test(style)),
    state: oneOf(params.state, ['active', 'pending']),
    isCompleted: { true: true, false: false }[String(params.isCompleted)],
    status: oneOf(params.status, statusFilters),
    qualityOutcomes: listOf(params.qualityOutcomes, (one) => /^(caution|invalid)$/.test(one)) as never,
    assessmentIds: listOf(params.assessmentIds, (id) => /^(disc|focus|core)$/.test(id)) as never,
    startedAfter: dayOf(params.startedAfter),
    startedBefore: dayOf(params.startedBefore),
    sort: oneOf(params.sort, ['newest', 'oldest', 'name', 'nameDown']),
    page: Number.isInteger(page) && page > 1 && page <= 1_000_000 ? page : undefined,
    limit: oneOf(Number(params.limit), [50, 100]),
  }
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined))
}

/** The router parses digits as a number. */
function textOf(params: unknown): string | undefined {
  if (typeof params !== 'string' && typeof params !== 'number') return undefined
  return String(params).slice(0, 100) || undefined
}

/** A list, or the same with commas; without duplicates. */
function listOf(params: unknown, may: (one: string) => boolean): string[] | undefined {
  const all = Array.isArray(params) ? params.map(String) : typeof params === 'string' ? params.split(',') : []
  const kept = [...new Set(all.filter(may))].slice(0, 50)
  return kept.length > 0 ? kept : undefined
}

function oneOf<const T>(params: unknown, allowed: readonly T[]): T | undefined {
  return allowed.find((one) => one === params)
}

function dayOf(params: unknown): string | undefined {
  if (typeof params !== 'string' || !/^20\d\d-\d\d-\d\d$/.test(params)) return undefined
  // February 31 would become a day in March.
  const moment = new Date(`${params}T00:00:00.000Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(params) ? params : undefined
}
