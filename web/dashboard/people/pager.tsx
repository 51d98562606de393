import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { Pagination } from '../client/types.ts'
import { fill } from '../language/fill.ts'
import { peopleProgressQuery, peopleQuery } from './queries.ts'
import type { PeopleSearch } from './search.ts'
import { useChangeSearch } from './use-people-search.ts'
import { words } from './words.ts'

/** Page number, page size, and links to other pages. */
export function Pager({ search, pagination }: { search: PeopleSearch; pagination: Pagination }) {
  const change = useChangeSearch()
  const fetchAhead = useFetchAhead(search)
  const { page, limit, total, totalPages } = pagination
  const first = (page - 1) * limit + 1
  return (
    <nav className="pager" aria-label={words.pager.label}>
      <p className="figures">
        {fill(words.pager.range, { first, last: Math.min(first + limit - 1, total), total })}
      </p>
      <label>
        <span className="out-of-sight">{words.pager.size}</span>
        <select
          value={limit}
          onChange={({ target }) =>
            change({ limit: target.value === '25' ? undefined : (Number(target.value) as 50 | 100) })
          }
        >
          {[25, 50, 100].map((size) => (
            <option key={size} value={size}>
              {fill(words.pager.sizeOption, { n: size })}
            </option>
          ))}
        </select>
      </label>
      <PageLink label={words.pager.previous} to={page > 1 ? page - 1 : undefined} onIntent={fetchAhead} />
      <PageLink
        label={words.pager.next}
        to={page < totalPages ? page + 1 : undefined}
        onIntent={fetchAhead}
      />
    </nav>
  )
}

/** The same element with and without a target, so the focus stays on it on the last page. */
function PageLink({
  label,
  to,
  onIntent,
}: {
  label: string
  to: number | undefined
  onIntent: (page: number) => void
}) {
  const isNear = useRef(false)
  const intend = useRef(onIntent)
  intend.current = onIntent
  // Users who page through stay on the button, so preload the page after the next one too.
  useEffect(() => {
    if (isNear.current && to !== undefined) intend.current(to)
  }, [to])
  const come = () => {
    isNear.current = true
    if (to !== undefined) onIntent(to)
  }
  const go = () => {
    isNear.current = false
  }
  return (
    <Link
      className="button"
      from="/people"
      to="/people"
      search={(before) => ({ ...before, page: to !== undefined && to > 1 ? to : undefined })}
      disabled={to === undefined}
      tabIndex={to === undefined ? -1 : 0}
      onMouseEnter={come}
      onFocus={come}
      onMouseLeave={go}
      onBlur={go}
    >
      {label}
    </Link>
  )
}

/** Preloads a page, so that it opens immediately. */
function useFetchAhead(search: PeopleSearch) {
  const client = useQueryClient()
  return async (page: number) => {
    const query = peopleQuery({ ...search, page })
    await client.prefetchQuery({ queryKey: query.queryKey, queryFn: query.queryFn as never })
    const ids = client.getQueryData<Awaited<{ profiles: { id: string }[] }>>(query.queryKey)?.profiles
    if (ids?.length) await client.prefetchQuery(peopleProgressQuery(ids.map(({ id }) => id)))
  }
}
