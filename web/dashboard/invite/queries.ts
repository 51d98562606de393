import { queryOptions } from '@tanstack/react-query'
import { call } from '../client/call.ts'
import type { Progress } from '../client/types.ts'

/** The assessments, which only change with the version of the service. */
export const assessmentsQuery = queryOptions({
  queryKey: ['assessments'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }) => (await call('GET /assessments', { query: {}, signal })).assessments,
})

/** The delivery state of links that were just sent, polled while one of them is queued. */
export function deliveryQuery(profileIds: readonly string[]) {
  return queryOptions({
    queryKey: ['people', 'progress', 'invite', profileIds],
    enabled: profileIds.length > 0,
    queryFn: async ({ signal }) => {
      const { progress } = await call('GET /profiles/progress', {
        query: { profileIds: [...profileIds] },
        signal,
      })
      return new Map<string, Progress>(progress.map((one) => [one.profileId, one]))
    },
    refetchInterval: ({ state }) =>
      state.dataUpdateCount < 20 && isInProgress([...(state.data?.values() ?? [])]) ? 3_000 : false,
  })
}

function isInProgress(progress: readonly Progress[]): boolean {
  return progress.some(({ invite }) => invite?.state === 'queued')
}
