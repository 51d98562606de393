import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { accountQuery } from '../client/queries.ts'
import { isPause } from '../client/rights.ts'
import { FailureNote } from '../ui/failure-note.tsx'
import { onDemand } from '../ui/on-demand.tsx'

const PausedPage = onDemand(
  () => import('./paused-page.tsx').then((module) => module.PausedPage),
  (_, failure) => failure && <FailureNote {...failure} />,
)

/**
 * The current page, or a notice if the account is paused, since then every request fails. A page that was loaded
 * before the pause stays, without the actions that would be refused.
 */
export function Content() {
  const { data, error } = useQuery(accountQuery)
  return !data && isPause(error) ? <PausedPage /> : <Outlet />
}
