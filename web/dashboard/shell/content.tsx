import { useQuery } from '@tanstack/react-query'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { useRef } from 'react'
import { isForCoaches } from '../client/coach.ts'
import { isPause } from '../client/pause.ts'
import { accountQuery } from '../client/queries.ts'
import { FailureNote } from '../ui/failure-note.tsx'
import { onDemand } from '../ui/on-demand.tsx'

const PausedPage = onDemand(
  () => import('./paused-page.tsx').then((module) => module.PausedPage),
  (_, failure) => failure && <FailureNote {...failure} />,
)

const NotForCoaches = onDemand(
  () => import('./not-for-coaches.tsx').then((module) => module.NotForCoaches),
  (_, failure) => failure && <FailureNote {...failure} />,
)

/**
 * The current page, or a notice if the account is paused, since then every request fails. A page that was open when the
 * pause was noticed stays if it shows something, without the actions that would be refused. Pages opened afterwards
 * would have nothing to show. Coaches see why a page about the whole account isn't there.
 */
export function Content() {
  const { data, error } = useQuery(accountQuery)
  const path = useRouterState({
    select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).pathname,
  })
  const isPaused = isPause(error)
  const lastPath = useRef(path)
  if (!isPaused) lastPath.current = path
  const stays = data !== undefined && path === lastPath.current && path !== '/welcome'
  if (data?.sees === 'teams' && !isForCoaches(path)) return <NotForCoaches />
  return isPaused && !stays ? <PausedPage /> : <Outlet />
}
