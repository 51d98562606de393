import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type CallAnswer, call, type Request } from '../client/call.ts'
import { keys } from '../client/query-keys.ts'
import type { Progress } from '../client/types.ts'
import type { PeopleSearch } from './search.ts'

export type PeopleAnswer = CallAnswer<'GET /profiles'>
export type PeopleQuery = NonNullable<Request<'GET /profiles'>['query']>

/** One page of the list as the address says. A page that is asked for leaves the last one standing until it comes. */
export function peopleQuery(search: PeopleSearch) {
  const query = peopleRequest(search)
  return queryOptions({
    queryKey: [...keys.peopleLists, query],
    queryFn: ({ signal }) => call('GET /profiles', { query, signal }),
    placeholderData: keepPreviousData,
  })
}

/** How far these people have come, by their ids: what the list itself does not say. */
export function peopleProgressQuery(profileIds: readonly string[]) {
  return queryOptions({
    queryKey: [...keys.people, 'progress', profileIds],
    enabled: profileIds.length > 0,
    queryFn: async ({ signal }) => {
      const { progress } = await call('GET /profiles/progress', {
        query: { profileIds: [...profileIds] },
        signal,
      })
      // As a plain object: of those whom a later answer finds unchanged the row is not drawn again.
      return Object.fromEntries(progress.map((one): [string, Progress] => [one.profileId, one]))
    },
  })
}

/** What the address means for the API. */
export function peopleRequest(search: PeopleSearch): PeopleQuery {
  const { sort, page = 1, limit = 25 } = search
  return {
    ...filtersOf(search),
    includeTags: true,
    limit,
    page,
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
    ...(assessmentIds ? { assessmentIds: [...assessmentIds] } : {}),
    ...(startedAfter ? { startedAfter: `${startedAfter}T00:00:00.000Z` } : {}),
    ...(startedBefore ? { startedBefore: `${startedBefore}T23:59:59.999Z` } : {}),
  }
}

/** Whether the list is narrowed to some of the people. */
export function isNarrowed(search: PeopleSearch): boolean {
  return Object.keys(filtersOf(search)).length > 0
}
