import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { PeopleSearch } from './search.ts'

const route = getRouteApi('/framed/people')

/** The current search parameters. */
export function usePeopleSearch(): PeopleSearch {
  return route.useSearch()
}

/**
 * Changes the search parameters, and so the list. Every change except of the page returns to the first page.
 * `replace`: one history entry for a word instead of one per letter.
 */
export function useChangeSearch() {
  const navigate = useNavigate({ from: '/people' })
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

/** Clears all filters, keeps order and page size. */
export const emptyFilters: PeopleSearch = {
  search: undefined,
  tagIds: undefined,
  discStyles: undefined,
  state: undefined,
  isCompleted: undefined,
  status: undefined,
  qualityOutcomes: undefined,
  assessmentIds: undefined,
  startedAfter: undefined,
  startedBefore: undefined,
}
