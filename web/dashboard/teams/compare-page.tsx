import './styles.css'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useRights } from '../client/rights.ts'
import { ApiCall } from '../ui/api-call.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { CompareBody } from './compare-body.tsx'
import { NotTwoYet } from './compare-empty.tsx'
import { ComparedPeople } from './compared-people.tsx'
import { useDrawnLinks } from './drawn-links.ts'
import { useHighlight } from './highlight.ts'
import { PrintDialog } from './print-dialog.tsx'
import { teamQuery, teamRequest } from './queries.ts'
import { words } from './words.ts'

const route = getRouteApi('/framed/compare')

/** Compares two to four people on shared rows. */
export function ComparePage() {
  usePageTitle(words.compare.title)
  const page = useRef<HTMLDivElement>(null)
  useHighlight(page)
  useDrawnLinks(page)
  const search = route.useSearch()
  const profileIds = search.profileIds?.slice(0, 4)
  const chosen = profileIds ? { profileIds } : {}
  const { data: team, error, refetch, isPlaceholderData } = useQuery(teamQuery(chosen))
  const [isPrinting, setPrinting] = useState(false)
  const { mayShare } = useRights()
  const shown = profileIds ? team : undefined
  const isComing = Boolean(profileIds) && !shown && !error
  return (
    <div ref={page} className="team-page">
      <header className="page-head">
        <h1 className="page-title" tabIndex={-1}>
          {words.compare.title}
        </h1>
        <div className="page-actions">
          {mayShare && (
            <button
              type="button"
              className="button"
              disabled={!shown || shown.people.length < 2}
              onClick={() => setPrinting(true)}
            >
              {words.compare.print}
            </button>
          )}
        </div>
      </header>
      <ComparedPeople
        profileIds={profileIds ?? []}
        people={shown?.people}
        isComing={isComing || isPlaceholderData}
      />
      {isComing && <Loading />}
      {profileIds && error && !shown && <FailureNote error={error} retry={() => void refetch()} />}
      {!isComing && !error && (!shown || shown.people.length < 2) && <NotTwoYet team={shown} />}
      {shown && shown.people.length >= 2 && (
        <div className="team-shown" data-old={isPlaceholderData || undefined}>
          <CompareBody team={shown} />
        </div>
      )}
      {profileIds && !isComing && <ApiCall route="GET /team" request={teamRequest(chosen)} />}
      {isPrinting && (
        <PrintDialog chosen={chosen} people={profileIds ?? []} onClose={() => setPrinting(false)} />
      )}
    </div>
  )
}

function Loading() {
  return (
    <div className="team-lines compare-loading" role="status" aria-label={words.compare.loading}>
      <Skeleton width="min(560px, 90%)" height={21} />
      {[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((row) => (
        <Skeleton key={row} width="100%" height={28} />
      ))}
    </div>
  )
}
