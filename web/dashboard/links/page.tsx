import './links.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { hasScope } from '../client/access.ts'
import { call } from '../client/call.ts'
import { keys } from '../client/query-keys.ts'
import { useRights } from '../client/rights.ts'
import type { ShareLink } from '../client/types.ts'
import { count } from '../language/fill.ts'
import { ApiCall } from '../ui/api-call.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { ListPages } from '../ui/list-pages.tsx'
import { dialogOnDemand } from '../ui/on-demand.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { LinkTable } from './link-table.tsx'
import { linksRequest } from './request.ts'
import type { LinksSearch } from './search.ts'
import { words } from './words.ts'

const RevokeDialog = dialogOnDemand(words.revoking.title, () =>
  import('./revoke-dialog.tsx').then((module) => module.RevokeDialog),
)

/** The public links of the account: how many have started from each, and revoking them. */
export function LinksPage() {
  usePageTitle(words.title)
  const search: LinksSearch = useSearch({ from: '/framed/links' })
  const { mayChange, maySend } = useRights()
  const [revoking, setRevoking] = useState<ShareLink>()
  const query = linksRequest(search)
  const mayRead = hasScope('profiles:write')
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: [...keys.shareLinks, query],
    enabled: mayRead,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call('GET /assessment-invites', { query, signal }),
  })
  const links = data?.shareLinks
  const isEnded = search.show === 'ended'
  return (
    <>
      <header className="page-head">
        <h1 className="page-title" tabIndex={-1}>
          {words.title}
        </h1>
        {maySend && (
          <div className="page-actions">
            <Link className="button button-main" to="/invite" search={{ by: 'link' }}>
              {words.create}
            </Link>
          </div>
        )}
      </header>
      <p className="page-lede">{words.lede}</p>
      {mayRead && (
        <nav className="page-views" aria-label={words.which}>
          <Tab show={undefined} label={words.active} />
          <Tab show="ended" label={words.ended} />
        </nav>
      )}
      {!mayRead && (
        <div className="empty">
          <p>{words.mayNotRead}</p>
        </div>
      )}
      {error && !data && <FailureNote error={error} retry={() => void refetch()} />}
      {mayRead && !data && !error && <Skeleton width="100%" height={240} />}
      {links?.length === 0 && <NoLinks isEnded={isEnded} />}
      {links && links.length > 0 && (
        <div aria-busy={isPlaceholderData}>
          <LinkTable links={links} {...(mayChange && { onRevoke: setRevoking })} />
          <Pages search={search} hasMore={data.pagination.hasMore} total={data.pagination.total} />
        </div>
      )}
      {revoking && <RevokeDialog link={revoking} onClose={() => setRevoking(undefined)} />}
      {(data || error) && <ApiCall route="GET /assessment-invites" request={{ query }} />}
    </>
  )
}

function Tab({ show, label }: { show: 'ended' | undefined; label: string }) {
  return (
    <Link
      to="/links"
      search={{ show } as never}
      className="page-view"
      activeOptions={{ includeSearch: true, explicitUndefined: true }}
    >
      {label}
    </Link>
  )
}

function NoLinks({ isEnded }: { isEnded: boolean }) {
  return (
    <div className="empty">
      <p className="finding">{isEnded ? words.noneEnded : words.noneActive}</p>
      <p>{isEnded ? words.noneEndedText : words.noneActiveText}</p>
    </div>
  )
}

function Pages({ search, hasMore, total }: { search: LinksSearch; hasMore: boolean; total: number }) {
  const { page = 1 } = search
  return (
    <ListPages
      to="/links"
      label={words.pages}
      shown={count(words.total, total)}
      steps={[
        page > 1 && { verb: words.newer, search: { ...search, page: page - 1 } },
        hasMore && { verb: words.older, search: { ...search, page: page + 1 } },
      ]}
    />
  )
}
