import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

/** The account's endpoints, without their health, and the addresses that requests come from. */
export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: ({ signal }) => call('GET /webhooks', { signal }),
})

/** One endpoint with its health. */
export const webhookQuery = (webhookId: string) =>
  queryOptions({
    queryKey: ['webhooks', webhookId],
    queryFn: async ({ signal }) =>
      (await call('GET /webhook/{webhookId}', { path: { webhookId }, signal })).webhook,
  })
