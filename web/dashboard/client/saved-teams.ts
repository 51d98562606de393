import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import { keys } from './query-keys.ts'

/** All saved teams of the account, at most 500, so all pages are read. */
export const savedTeamsQuery = queryOptions({
  queryKey: keys.savedTeams,
  queryFn: async ({ signal }) => {
    const first = await call('GET /saved-teams', { query: { limit: 100 }, signal })
    const teams = [...first.savedTeams]
    for (let page = 2; page <= first.pagination.totalPages; page += 1)
      teams.push(...(await call('GET /saved-teams', { query: { limit: 100, page }, signal })).savedTeams)
    return teams
  },
})
