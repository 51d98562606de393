import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { accountQuery } from '../client/queries.ts'
import { isPause } from '../client/rights.ts'
import { settings } from '../client/settings.ts'
import { readTokens } from '../client/tokens.ts'
import { usePageTitle } from '../ui/page-title.ts'

/**
 * The current page, or a notice if the account is paused, since then every request fails. A page that was loaded
 * before the pause stays, without the actions that would be refused.
 */
export function Content() {
  const { data, error } = useQuery(accountQuery)
  return !data && isPause(error) ? <PausedPage /> : <Outlet />
}

function PausedPage() {
  usePageTitle('Paused')
  const { isFetching, refetch } = useQuery(accountQuery)
  const accountId = readTokens()?.accountId ?? ''
  const page = (name: string) => `${settings.authUrl}/${name}?account=${accountId}`
  return (
    <div className="failure">
      <h1 className="page-title" tabIndex={-1}>
        Paused
      </h1>
      <p>
        Everything is kept as it was, and nobody can open it here or through the API until the account is
        resumed. People in the middle of an assessment can finish it.
      </p>
      <p>
        What can still be done is to end access: <a href={page('members')}>remove members</a>,{' '}
        <a href={`${settings.authUrl}/apps`}>disconnect apps</a> and{' '}
        <a href={page('clients')}>revoke API keys</a>.
      </p>
      <p className="failure-way">
        <button
          type="button"
          className="button button-main"
          aria-disabled={isFetching}
          onClick={() => void refetch()}
        >
          Look again
        </button>
      </p>
      <p className="out-of-sight" role="status">
        {isFetching ? 'Looking' : 'Still paused'}
      </p>
    </div>
  )
}
