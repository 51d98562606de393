import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

/** All types of events with their descriptions; they change with the release only. */
export const eventTypesQuery = queryOptions({
  queryKey: ['event-types'],
  queryFn: async ({ signal }) => (await call('GET /event-types', { signal })).eventTypes,
  staleTime: Number.POSITIVE_INFINITY,
})
