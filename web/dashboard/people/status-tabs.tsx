import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { statusCountsQuery } from './queries.ts'
import type { PeopleSearch } from './search.ts'
import { type PersonStatusFilter, statusFilters } from './status-filters.ts'
import { words } from './words.ts'

/**
 * The statuses in the order of the funnel, each with its number of people among those that the other filters find. Counts
 * are below the words, so nothing moves when they are loaded. Accounts too large to count have none.
 */
export function StatusTabs({ search }: { search: PeopleSearch }) {
  const { data: counts } = useQuery(statusCountsQuery(search))
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0)
  // Rare, so it has a tab only where there is someone, or nobody counts.
  const isShown = (status: PersonStatusFilter) =>
    status !== 'wrongPerson' || counts === null || search.status === status || (counts?.wrongPerson ?? 0) > 0
  const tabs = [
    { status: undefined, label: words.statusTabs.all, count: all },
    ...statusFilters
      .filter(isShown)
      .map((status) => ({ status, label: words.statuses[status], count: counts?.[status] })),
  ]
  return (
    <nav aria-label={words.statusTabs.label}>
      <ul className="status-tabs">
        {tabs.map(({ status, label, count }) => (
          <li key={label}>
            <Link
              from="/people"
              to="/people"
              search={(before) => ({ ...before, page: undefined, status })}
              resetScroll={false}
              className="status-tab"
              activeOptions={{ includeSearch: true, explicitUndefined: true, exact: true }}
              data-chosen={search.status === status || undefined}
              aria-current={search.status === status ? 'true' : undefined}
            >
              <span>{label}</span>
              <span className="status-count figures">{count ?? ''}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
