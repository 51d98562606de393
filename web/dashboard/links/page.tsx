import './links.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { hasScope } from '../client/access.ts'
import { call } from '../client/call.ts'
import { keys } from '../client/query-keys.ts'
import { useRights } from '../client/rights.ts'
import type { ShareLink } from '../client/types.ts'
import { ApiCall } from '../ui/api-call.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { dialogOnDemand } from '../ui/on-demand.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { LinkTable } from './link-table.tsx'
import { type LinksSearch, linksRequest } from './search.ts'

const RevokeDialog = dialogOnDemand('Revoke link', () =>
  import('./revoke-dialog.tsx').then((module) => module.RevokeDialog),
)

/** The public links of the account: how many have started from each, and revoking them. */
export function LinksPage() {
  usePageTitle('Public links')
  const search = useSearch({ from: '/framed/links' }) as LinksSearch
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
          Public links
        </h1>
        {maySend && (
          <div className="page-actions">
            <Link className="button button-main" to="/invite" search={{ by: 'link' }}>
              Create link
            </Link>
          </div>
        )}
      </header>
      <p className="page-lede">
        Anyone who has such a link can start. After you revoke one, no one else starts, and people who have
        started can finish.
      </p>
      {mayRead && (
        <nav className="invite-ways" aria-label="Which links">
          <Tab show={undefined} label="Active" />
          <Tab show="ended" label="Ended" />
        </nav>
      )}
      {!mayRead && (
        <div className="empty">
          <p>Your role can't invite people, so it doesn't show public links. Ask an owner or a manager.</p>
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
      className="invite-way"
      activeOptions={{ includeSearch: true, explicitUndefined: true }}
    >
      {label}
    </Link>
  )
}

function NoLinks({ isEnded }: { isEnded: boolean }) {
  return (
    <div className="empty">
      <p className="finding">{isEnded ? 'No link has ended.' : 'No active links.'}</p>
      <p>
        {isEnded
          ? 'Revoked, expired and full links are listed here for at least 30 days.'
          : 'A public link is for a course, a poster or a chat: one address for everyone.'}
      </p>
    </div>
  )
}

function Pages({ search, hasMore, total }: { search: LinksSearch; hasMore: boolean; total: number }) {
  const { page = 1 } = search
  return (
    <nav className="audit-pages" aria-label="Pages of links">
      <span className="figures">
        {total.toLocaleString('en-GB')} {total === 1 ? 'link' : 'links'}, newest first
      </span>
      {page > 1 && (
        <Link to="/links" search={{ ...search, page: page - 1 } as never} className="button button-small">
          Newer
        </Link>
      )}
      {hasMore && (
        <Link to="/links" search={{ ...search, page: page + 1 } as never} className="button button-small">
          Older
        </Link>
      )}
    </nav>
  )
}
