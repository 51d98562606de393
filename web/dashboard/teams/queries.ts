import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../client/call.ts'
import { keys } from '../client/query-keys.ts'
import type { TeamSearch } from './search.ts'

/** Whose team it is: everybody with any of these tags, or these people. */
export type TeamFilter = Pick<TeamSearch, 'tagIds' | 'profileIds'>

/** What the API is asked. The words of a team are read here beside English ones, so they are asked for in English. */
export function teamRequest({ tagIds, profileIds }: TeamFilter) {
  return {
    query: {
      ...(tagIds ? { tagIds: [...tagIds] } : {}),
      ...(profileIds ? { profileIds: [...profileIds] } : {}),
      locale: 'en' as const,
    },
  }
}

/** The team as the address says; the last one stands until it comes. Whoever changes people or tags asks it anew. */
export function teamQuery(chosen: TeamFilter) {
  const request = teamRequest(chosen)
  return queryOptions({
    queryKey: [...keys.people, 'team', request.query],
    enabled: Boolean(chosen.tagIds ?? chosen.profileIds),
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await call('GET /team', { ...request, signal })).team,
  })
}
