import './invite.css'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { hasScope } from '../client/access.ts'
import { useRights } from '../client/rights.ts'
import { readTokens } from '../client/tokens.ts'
import { usePageTitle } from '../ui/page-title.ts'
import { InvitesBlocked } from './invites-blocked.tsx'
import { LinkPart } from './link-part.tsx'
import { ListPart } from './list-part.tsx'
import { words } from './words.ts'

const route = getRouteApi('/framed/invite')

/** Two ways to invite: a list of people with a personal link each, or one public link. */
export function InvitePage() {
  usePageTitle(words.title)
  const search = route.useSearch()
  const { tagId, by } = search
  const accountId = readTokens()?.accountId ?? ''
  const { maySend, why } = useRights()
  // Someone who has begun keeps the input, and sees the error where it happens. On arrival, the block is shown right
  // away.
  const [hasBegun, setBegun] = useState(maySend)
  if (maySend && !hasBegun) setBegun(true)
  return (
    <div className="invite">
      <h1 className="page-title" tabIndex={-1}>
        {words.title}
      </h1>
      {hasScope('profiles:write') && !hasBegun && why ? (
        <InvitesBlocked />
      ) : hasScope('profiles:write') ? (
        <>
          <nav className="page-views" aria-label={words.ways.label}>
            <InviteTab by={undefined} label={words.ways.list} />
            <InviteTab by="link" label={words.ways.link} />
          </nav>
          {by === 'link' ? (
            <LinkPart tagId={tagId} />
          ) : (
            <ListPart key={accountId} accountId={accountId} search={search} />
          )}
        </>
      ) : (
        <div className="empty">
          <p>{words.mayNot}</p>
          <Link className="button" to="/people">
            {words.goToPeople}
          </Link>
        </div>
      )}
    </div>
  )
}

function InviteTab({ by, label }: { by: 'link' | undefined; label: string }) {
  return (
    <Link
      to="/invite"
      search={(before) => ({ ...before, by })}
      resetScroll={false}
      className="page-view"
      activeOptions={{ includeSearch: true, explicitUndefined: true }}
    >
      {label}
    </Link>
  )
}
