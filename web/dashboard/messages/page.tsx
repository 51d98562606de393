import './messages.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useRights } from '../client/rights.ts'
import { count } from '../language/fill.ts'
import { ApiCall } from '../ui/api-call.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { ListPages } from '../ui/list-pages.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { SettingsLink } from '../ui/settings-link.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { FailedMessages } from './failed-messages.tsx'
import { MessageFilters } from './message-filters.tsx'
import { MessageTable } from './message-table.tsx'
import { messagesQuery, mostMatches } from './queries.ts'
import { messagesRequest } from './request.ts'
import type { MessagesSearch } from './search.ts'
import { words } from './words.ts'

/** What waits, what was sent, and what failed and can be sent again. */
export function MessagesPage() {
  usePageTitle(words.title)
  const search: MessagesSearch = useSearch({ from: '/framed/messages' })
  const navigate = useNavigate()
  const rights = useRights()
  const { data, error, refetch, isPlaceholderData } = useQuery(messagesQuery(search))
  const matches = data?.found?.total ?? 0
  const change = (next: MessagesSearch) => void navigate({ to: '/messages', search: next as never })
  const { before: _, ...filters } = search
  const isFiltered = Object.values(filters).some((filter) => filter !== undefined)
  return (
    <>
      <SettingsLink />
      <header className="page-head">
        <h1 className="page-title" tabIndex={-1}>
          {words.title}
        </h1>
      </header>
      <p className="page-lede">{words.lede}</p>
      {data && <FailedMessages failed={data.failed} maySet={rights.maySet} />}
      <MessageFilters search={search} onChange={change} />
      {matches > mostMatches && (
        <p className="note" role="status">
          {count(words.manyMatch, matches, { most: mostMatches })}
        </p>
      )}
      {error && !data && <FailureNote error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton width="100%" height={600} />}
      {data?.messages.length === 0 && (
        <div className="empty">
          <p className="finding">{isFiltered ? words.noMatch : words.none}</p>
          {isFiltered ? (
            <Link to="/messages" className="button">
              {words.clearAllFilters}
            </Link>
          ) : (
            <p>{words.firstOne}</p>
          )}
        </div>
      )}
      {data && data.messages.length > 0 && (
        <div aria-busy={isPlaceholderData}>
          <MessageTable messages={data.messages} names={data.names} maySet={rights.maySet} />
          <ListPages
            to="/messages"
            label={words.pages}
            shown={words.newestFirst}
            steps={[
              search.before !== undefined && { verb: words.newest, search: { ...search, before: undefined } },
              data.hasMore && { verb: words.older, search: { ...search, before: data.messages.at(-1)?.id } },
            ]}
          />
        </div>
      )}
      {(data || error) && (
        <ApiCall route="GET /messages" request={{ query: data?.query ?? messagesRequest(search) }} />
      )}
    </>
  )
}
