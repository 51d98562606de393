import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

/** The account's connections. */
export const connectionsQuery = queryOptions({
  queryKey: ['connections'],
  queryFn: async ({ signal }) => (await call('GET /connections', { signal })).connections,
})

/** The newest lines in the log of one connection. */
export const connectionEntriesQuery = (connectionId: string) =>
  queryOptions({
    queryKey: ['connections', connectionId, 'entries'],
    queryFn: async ({ signal }) =>
      (
        await call('GET /connection/{connectionId}/entries', {
          path: { connectionId },
          query: { limit: 100 },
          signal,
        })
      ).entries,
  })
