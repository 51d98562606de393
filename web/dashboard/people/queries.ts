import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type CallAnswer, call, type Request } from '../client/call.ts'
import { keys } from '../client/query-keys.ts'
import type { Progress } from '../client/types.ts'
import type { PeopleSearch } from './search.ts'

export type PeopleAnswer = CallAnswer<'GET /profiles'>
export type PeopleQuery = NonNullable<Request<'GET /profiles'>['query']>

/** One page of the list for the search parameters. The former page stays until the new one is loaded. */
export function peopleQuery(search: PeopleSearch) {
  const query = peopleRequest(search)
  return queryOptions({
    queryKey: [...keys.peopleLists, query],
    queryFn: ({ signal }) => call('GET /profiles', { query, signal }),
    placeholderData: keepPreviousData,
  })
}

/** How many people have each status, with the other filters. The former counts stay until the new ones are loaded. */
export function statusCountsQuery(search: PeopleSearch) {
  const { status: _, ...query } = filtersOf(search)
  return queryOptions({
    queryKey: [...keys.people, 'statuses', query],
    queryFn: async ({ signal }) => (await call('GET /profiles/statuses', { query, signal })).statuses,
    placeholderData: keepPreviousData,
  })
}

/** Progress of these people by id, which the list does not include. */
export function peopleProgressQuery(profileIds: readonly string[]) {
  return queryOptions({
    queryKey: [...keys.people, 'progress', profileIds],
    enabled: profileIds.length > 0,
    queryFn: async ({ signal }) => {
      const { progress } = await call('GET /profiles/progress', {
        query: { profileIds: [...profileIds] },
        signal,
      })
      // A plain object: rows of people whose data did not change are not rendered again.
      return Object.fromEntries(progress.map((one): [string, Progress] => [one.profileId, one]))
    },
  })
}

/** The API parameters for the search parameters. */
export function peopleRequest(search: PeopleSearch): PeopleQuery {
  const { sort, page = 1, limit = 25 } = search
  return {
    ...filtersOf(search),
    includeTags: true,
    limit,
    page,
    ...(sort === 'newest' ? { sortProp: 'createdAt', sortOrder: 'descending' } : {}),
    ...(sort === 'oldest' ? { sortProp: 'createdAt', sortOrder: 'ascending' } : {}),
    ...(sort === 'name' ? { sortProp: 'name', sortOrder: 'ascending' } : {}),
    ...(sort === 'nameDown' ? { sortProp: 'name', sortOrder: 'descending' } : {}),
  }
}

function filtersOf(search: PeopleSearch): PeopleQuery {
  const { tagIds, discStyles, assessmentIds, startedAfter, startedBefore } = search
  return {
    ...(search.search ? { search: search.search } : {}),
    ...(tagIds ? { tagIds: [...tagIds] } : {}),
    ...(discStyles ? { discStyles: [...discStyles] } : {}),
    ...(search.state ? { state: search.state } : {}),
    ...(search.isCompleted === undefined ? {} : { isCompleted: search.isCompleted }),
    ...(search.status ? { status: search.status } : {}),
    ...(search.qualityOutcomes ? { qualityOutcomes: [...search.qualityOutcomes] } : {}),
    ...(assessmentIds ? { assessmentIds: [...assessmentIds] } : {}),
    ...(startedAfter ? { startedAfter: `${startedAfter}T00:00:00.000Z` } : {}),
    ...(startedBefore ? { startedBefore: `${startedBefore}T23:59:59.999Z` } : {}),
  }
}

/** Whether any filter is active. */
export function isNarrowed(search: PeopleSearch): boolean {
  return Object.keys(filtersOf(search)).length > 0
}
