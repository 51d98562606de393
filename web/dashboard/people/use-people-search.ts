import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { PeopleSearch } from './search.ts'

const route = getRouteApi('/framed/people')

/** What the address says now. */
export function usePeopleSearch(): PeopleSearch {
  return route.useSearch()
}

/**
 * Changes what the address says, and so the list. Whatever is changed but the page leads to the first page again.
 * `replace`: one step of Back for a whole word, and not one for each letter.
 */
export function useChangeSearch() {
  const navigate = useNavigate()
  return useCallback(
    (change: PeopleSearch, { replace = false }: { replace?: boolean } = {}) =>
      void navigate({
        to: '/people',
        search: (before) => ({ ...before, page: undefined, ...change }),
        replace,
        resetScroll: change.page !== undefined,
      }),
    [navigate],
  )
}

/** Takes away every filter, and leaves the order and the size of a page. */
export const emptyFilters: PeopleSearch = {
  search: undefined,
  tagIds: undefined,
  discStyles: undefined,
  state: undefined,
  isCompleted: undefined,
  assessmentIds: undefined,
  startedAfter: undefined,
  startedBefore: undefined,
}
