import { QueryClient, queryOptions } from '@tanstack/react-query'
import { isRetryable } from './api-error.ts'
import { call } from './call.ts'
import { keys } from './query-keys.ts'
import type { Tag } from './types.ts'

/** Data stays fresh for 30 seconds. On return to a page, cached data is shown immediately and refetched. */
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

/** The account with its tags, which nearly every page shows. */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: async ({ signal }) => (await call('GET /account', { query: {}, signal })).data,
  staleTime: 60_000,
  // An error, such as a paused account, stays until the next refetch. If each component refetched on mount, the error
  // would disappear meanwhile.
  retryOnMount: false,
})

/** The emails that the signed-in member gets, with their address. */
export const noticesQuery = queryOptions({
  queryKey: ['memberNotices'],
  queryFn: async ({ signal }) => (await call('GET /member/notices', { signal })).notices,
})

/** A tag with the number of its people, whose ids the dashboard never loads: a tag can have a million. */
export type CountedTag = Omit<Tag, 'profiles' | 'profileCount'> & { readonly profileCount: number }

/** What the dashboard asks for tags, page by page. */
export const tagsRequest = { limit: 100, includeProfiles: false } as const

/** All tags of the account. An account has few, so all pages are read. */
export const tagsQuery = queryOptions({
  queryKey: keys.tags,
  queryFn: async ({ signal }) => {
    const first = await call('GET /tags', { query: tagsRequest, signal })
    const tags = first.tags.map(counted)
    for (let page = 2; page <= first.pagination.totalPages; page += 1) {
      const next = await call('GET /tags', { query: { ...tagsRequest, page }, signal })
      tags.push(...next.tags.map(counted))
    }
    return tags
  },
})

function counted({ profiles, profileCount = profiles.length, ...tag }: Tag): CountedTag {
  return { ...tag, profileCount }
}
