import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

/** The address that emails of the account come from, with its DNS records. */
export const senderQuery = queryOptions({
  queryKey: ['sender'],
  queryFn: async ({ signal }) => (await call('GET /account/sender', { signal })).sender,
})
