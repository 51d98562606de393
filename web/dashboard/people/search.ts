/** Search parameters of the list. They have the names of the API's filters. */
export type PeopleSearch = {
  search?: string | undefined
  tagIds?: readonly string[] | undefined
  discStyles?: readonly string[] | undefined
  state?: 'active' | 'pending' | undefined
  isCompleted?: boolean | undefined
  assessmentIds?: readonly ('disc' | 'focus' | 'core')[] | undefined
  /** Days such as 2026-11-21, both included, in UTC, so that an address means the same everywhere. */
  startedAfter?: string | undefined
  startedBefore?: string | undefined
  /** Newest first by default. */
  sort?: 'oldest' | 'name' | 'nameDown' | undefined
  page?: number | undefined
  /** 25 by default. */
  limit?: 50 | 100 | undefined
}

/** Parses the search parameters. Invalid values are dropped, so that every address shows something. */
export function readPeopleSearch(given: Record<string, unknown>): PeopleSearch {
  const page = Number(given.page)
  const read: PeopleSearch = {
    search: textOf(given.search),
    tagIds: listOf(given.tagIds, (id) => /^[0-9a-f]{24}$/.test(id)),
    discStyles: listOf(given.discStyles, (style) => /^(?:([DISC])(?!\1)[DISC]?)$/.test(style)),
    state: oneOf(given.state, ['active', 'pending']),
    isCompleted: { true: true, false: false }[String(given.isCompleted)],
    assessmentIds: listOf(given.assessmentIds, (id) => /^(disc|focus|core)$/.test(id)) as never,
    startedAfter: dayOf(given.startedAfter),
    startedBefore: dayOf(given.startedBefore),
    sort: oneOf(given.sort, ['oldest', 'name', 'nameDown']),
    page: Number.isInteger(page) && page > 1 && page <= 1_000_000 ? page : undefined,
    limit: oneOf(Number(given.limit), [50, 100]),
  }
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined))
}

/** The router parses digits as a number. */
function textOf(given: unknown): string | undefined {
  if (typeof given !== 'string' && typeof given !== 'number') return undefined
  return String(given).slice(0, 100) || undefined
}

/** A list, or the same with commas; without duplicates. */
function listOf(given: unknown, may: (one: string) => boolean): string[] | undefined {
  const all = Array.isArray(given) ? given.map(String) : typeof given === 'string' ? given.split(',') : []
  const kept = [...new Set(all.filter(may))].slice(0, 50)
  return kept.length > 0 ? kept : undefined
}

function oneOf<const T>(given: unknown, allowed: readonly T[]): T | undefined {
  return allowed.find((one) => one === given)
}

function dayOf(given: unknown): string | undefined {
  if (typeof given !== 'string' || !/^20\d\d-\d\d-\d\d$/.test(given)) return undefined
  // February 31 would become a day in March.
  const moment = new Date(`${given}T00:00:00.000Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(given) ? given : undefined
}
