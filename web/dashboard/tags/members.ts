import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../client/call.ts'
import { keys } from '../client/query-keys.ts'

/** People with the tag, by name, or search results from the whole account: 100, and more on request. */
export function useMembers(tagId: string, search: string) {
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: [...keys.people, 'choose', tagId, search],
    placeholderData: keepPreviousData,
    initialPageParam: 1,
    queryFn: ({ pageParam: page, signal }) =>
      call('GET /profiles', {
        query: {
          ...(search === '' ? { tagIds: [tagId], sortProp: 'name', sortOrder: 'ascending' } : { search }),
          includeTags: true,
          limit: 100,
          page,
        },
        signal,
      }),
    getNextPageParam: ({ pagination: { hasMore } }, _, page) => (hasMore ? page + 1 : undefined),
  })
  const pages = data?.pages ?? []
  return {
    // Someone who moved to a later page between two requests is listed once.
    people: [...new Map(pages.flatMap(({ profiles }) => profiles).map((one) => [one.id, one])).values()],
    total: pages.at(-1)?.pagination.total ?? 0,
    error,
    retry: () => void (data ? fetchNextPage() : refetch()),
    isFetching,
    showMore: hasNextPage ? () => void (isFetching || fetchNextPage()) : undefined,
  }
}
