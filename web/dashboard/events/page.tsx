import './events.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { hasScope } from '../client/access.ts'
import { call } from '../client/call.ts'
import { Sentence } from '../language/sentence.tsx'
import { ApiCall } from '../ui/api-call.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { ListPages } from '../ui/list-pages.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { EventFilters } from './event-filters.tsx'
import { EventTable } from './event-table.tsx'
import { eventsRequest } from './request.ts'
import type { EventsSearch } from './search.ts'
import { readSubjectNames } from './subject.ts'
import { words } from './words.ts'

/** What happened in the account in the last 30 days, and where it was sent. */
export function EventsPage() {
  usePageTitle(words.title)
  const search: EventsSearch = useSearch({ from: '/framed/events' })
  const navigate = useNavigate()
  // Who caused an event is named to those who may read people.
  const query = { ...eventsRequest(search), ...(hasScope('profiles:read') && { includeNames: true }) }
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['events', query],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const page = await call('GET /events', { query, signal })
      // Together, because rows would move if names came later.
      return { ...page, names: await readSubjectNames(page.events, signal) }
    },
  })
  const change = (next: EventsSearch) => void navigate({ to: '/events', search: next as never })
  const isFiltered = search.type !== undefined || search.profileId !== undefined
  return (
    <>
      <header className="page-head">
        <h1 className="page-title" tabIndex={-1}>
          {words.title}
        </h1>
      </header>
      <p className="page-lede">
        <Sentence
          text={words.lede}
          marks={{ link: (inner) => <Link to="/settings/webhooks">{inner}</Link> }}
        />
      </p>
      <EventFilters search={search} onChange={change} />
      {error && !data && <FailureNote error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton width="100%" height={600} />}
      {data?.events.length === 0 && (
        <div className="empty">
          <p className="finding">{isFiltered ? words.noMatch : words.none}</p>
          {isFiltered ? (
            <Link to="/events" className="button">
              {words.clearAllFilters}
            </Link>
          ) : (
            <p>{words.firstOne}</p>
          )}
        </div>
      )}
      {data && data.events.length > 0 && (
        <div aria-busy={isPlaceholderData}>
          <EventTable events={data.events} names={data.names} search={search} />
          <ListPages
            to="/events"
            label={words.pages}
            shown={words.newestFirst}
            steps={[
              search.before !== undefined && { verb: words.newest, search: { ...search, before: undefined } },
              data.hasMore && { verb: words.older, search: { ...search, before: data.events.at(-1)?.id } },
            ]}
          />
        </div>
      )}
      {(data || error) && <ApiCall route="GET /events" request={{ query }} />}
    </>
  )
}
