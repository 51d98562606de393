import './events.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { call } from '../client/call.ts'
import { ApiCall } from '../ui/api-call.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { readNames } from '../ui/person-names.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { EventFilters } from './event-filters.tsx'
import { EventTable } from './event-table.tsx'
import { type EventsSearch, eventsRequest } from './search.ts'
import { profileOf } from './subject.ts'

/** What happened in the account in the last 30 days, and where it was sent. */
export function EventsPage() {
  usePageTitle('Events')
  const search = useSearch({ from: '/framed/events' }) as EventsSearch
  const navigate = useNavigate()
  const query = eventsRequest(search)
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['events', query],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const page = await call('GET /events', { query, signal })
      // Together, because rows would move if names came later.
      const names = await readNames(
        page.events.flatMap((event) => profileOf(event) ?? []),
        signal,
      )
      return { ...page, names }
    },
  })
  const change = (next: EventsSearch) => void navigate({ to: '/events', search: next as never })
  const isFiltered = search.type !== undefined || search.profileId !== undefined
  return (
    <>
      <header className="page-head">
        <h1 className="page-title" tabIndex={-1}>
          Events
        </h1>
      </header>
      <p className="page-lede">
        What happened in the last 30 days. Your software can read these events or get them sent by{' '}
        <Link to="/settings/webhooks">webhooks</Link>.
      </p>
      <EventFilters search={search} onChange={change} />
      {error && !data && <FailureNote error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton width="100%" height={600} />}
      {data?.events.length === 0 && (
        <div className="empty">
          <p className="finding">{isFiltered ? 'No event matches.' : 'No events yet.'}</p>
          {isFiltered ? (
            <Link to="/events" className="button">
              Clear all filters
            </Link>
          ) : (
            <p>The first one appears here when you add a person or create a tag.</p>
          )}
        </div>
      )}
      {data && data.events.length > 0 && (
        <div aria-busy={isPlaceholderData}>
          <EventTable events={data.events} names={data.names} search={search} />
          <nav className="audit-pages" aria-label="Pages of events">
            <span>Newest first</span>
            {search.before && (
              <Link
                to="/events"
                search={{ ...search, before: undefined } as never}
                className="button button-small"
              >
                Newest
              </Link>
            )}
            {data.hasMore && (
              <Link
                to="/events"
                search={{ ...search, before: data.events.at(-1)?.id } as never}
                className="button button-small"
              >
                Older
              </Link>
            )}
          </nav>
        </div>
      )}
      {(data || error) && <ApiCall route="GET /events" request={{ query }} />}
    </>
  )
}
