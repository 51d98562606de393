import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, type Request } from '../client/call.ts'

export type UsageQuery = NonNullable<Request<'GET /usage'>['query']>

/** The counts of a period. While another period loads, the former one stays on the page. */
export function usageQuery(query: UsageQuery) {
  return queryOptions({
    queryKey: ['usage', query],
    queryFn: async ({ signal }) => (await call('GET /usage', { query, signal })).usage,
    placeholderData: keepPreviousData,
  })
}
