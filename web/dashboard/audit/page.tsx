import './audit.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { call } from '../client/call.ts'
import { fill } from '../language/fill.ts'
import { ApiCall } from '../ui/api-call.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { ListPages } from '../ui/list-pages.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { AuditTable } from './audit-table.tsx'
import { ExportButton } from './export-button.tsx'
import { includeNamesQuery } from './include-names.ts'
import { auditQuery } from './request.ts'
import type { AuditSearch } from './search.ts'
import { words } from './words.ts'

const pageSize = 50

/** Who did what, to whom and when. Each entry is chained to the one before. */
export function AuditPage() {
  usePageTitle(words.title)
  const search: AuditSearch = useSearch({ from: '/framed/audit' })
  const navigate = useNavigate()
  const parameters = {
    ...auditQuery(search),
    ...includeNamesQuery(),
    limit: pageSize,
    page: search.page ?? 1,
  }
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['audit', parameters],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call('GET /audit-log', { query: parameters, signal }),
  })
  const change = (next: AuditSearch) => void navigate({ to: '/audit', search: next as never })
  return (
    <>
      <header className="page-head">
        <h1 className="page-title" tabIndex={-1}>
          {words.title}
        </h1>
        <ExportButton search={search} />
      </header>
      <AuditFilters
        search={search}
        onChange={change}
        total={data?.pagination.total}
        entries={data?.entries ?? []}
      />
      {error && !data && <FailureNote error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton width="100%" height={600} />}
      {data?.entries.length === 0 && (
        <div className="empty">
          <p className="finding">{words.noMatch}</p>
          <Link to="/audit" className="button">
            {words.clearAllFilters}
          </Link>
        </div>
      )}
      {data && data.entries.length > 0 && (
        <div aria-busy={isPlaceholderData}>
          <AuditTable entries={data.entries} search={search} />
          <Pages search={search} last={data.pagination.totalPages} />
        </div>
      )}
      {(data || error) && <ApiCall route="GET /audit-log" request={{ query: parameters }} />}
    </>
  )
}

function Pages({ search, last }: { search: AuditSearch; last: number }) {
  const page = search.page ?? 1
  return (
    <ListPages
      to="/audit"
      label={words.pages}
      shown={fill(words.page, { page, last: Math.max(last, 1) })}
      steps={[
        page > 1 && { verb: words.newer, search: { ...search, page: page - 1 } },
        page < last && { verb: words.older, search: { ...search, page: page + 1 } },
      ]}
    />
  )
}
