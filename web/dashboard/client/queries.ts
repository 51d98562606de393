import { QueryClient, queryOptions } from '@tanstack/react-query'
import { isRetryable } from './api-error.ts'
import { call } from './call.ts'
import { keys } from './query-keys.ts'

/** Half a minute is fresh enough for a page; coming back to it shows what there was at once and looks again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 600_000,
      retry: (failures, error) => failures < 2 && isRetryable(error),
      retryDelay: (failures) => Math.min(500 * 2 ** failures, 8_000) * (0.75 + Math.random() / 2),
    },
  },
})

/** The account with its tags, which nearly every page names. */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: async ({ signal }) => (await call('GET /account', { query: {}, signal })).data,
  staleTime: 60_000,
  // A refusal, as of a paused account, stands until the next look; each part of a page asking anew would hide it meanwhile.
  retryOnMount: false,
})

/** Every tag of the account; an account has few, so all pages of the list are read. */
export const tagsQuery = queryOptions({
  queryKey: keys.tags,
  queryFn: async ({ signal }) => {
    const first = await call('GET /tags', { query: { limit: 100 }, signal })
    const tags = [...first.tags]
    for (let page = 2; page <= first.pagination.totalPages; page += 1) {
      tags.push(...(await call('GET /tags', { query: { limit: 100, page }, signal })).tags)
    }
    return tags
  },
})
