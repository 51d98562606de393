import './connections.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { connectionEntriesQuery, connectionsQuery } from '../client/connections.ts'
import { useRights } from '../client/rights.ts'
import type { Connection } from '../client/types.ts'
import { ApiCall } from '../ui/api-call.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { FailurePage, NotFoundPage } from '../ui/failure-page.tsx'
import { Icon } from '../ui/icon.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { When } from '../ui/when.tsx'
import { Addresses } from './addresses.tsx'
import { ConnectionDialog } from './connection-dialog.tsx'
import { DeleteConnectionDialog } from './delete-connection-dialog.tsx'
import { EntryTable } from './entry-table.tsx'
import { providers } from './providers.ts'
import { RotateKeyDialog } from './rotate-key-dialog.tsx'

/** One connection: what to enter at the system, its settings and its log. */
export function ConnectionPage() {
  const { connectionId } = useParams({ from: '/framed/settings/connections/$connectionId' })
  const { maySet } = useRights()
  const { data, error, refetch } = useQuery(connectionsQuery)
  const connection = data?.find(({ id }) => id === connectionId)
  usePageTitle(connection?.name ?? 'Connection')
  if (error && !data) return <FailurePage error={error} retry={() => void refetch()} />
  if (data && !connection) return <NotFoundPage />
  return (
    <>
      <p className="second connection-back">
        <Link to="/settings/connections">All connections</Link>
      </p>
      <header className="page-head">
        <h1 className="page-title" tabIndex={-1}>
          {connection ? <bdi>{connection.name}</bdi> : 'Connection'}
        </h1>
        {connection && maySet && <Actions connection={connection} />}
      </header>
      {connection ? <Facts connection={connection} /> : <Skeleton width="100%" height={320} />}
      <section className="connection-log" aria-labelledby="log">
        <h2 id="log" className="section">
          Log
        </h2>
        <Log connectionId={connectionId} />
      </section>
      <ApiCall
        route="GET /connection/{connectionId}/entries"
        request={{ path: { connectionId }, query: { limit: 100 } }}
      />
    </>
  )
}

function Facts({ connection }: { connection: Connection }) {
  const { provider, lastUsedAt, lastProblem, keyLastFour, keyMadeAt, waiting } = connection
  return (
    <>
      {lastProblem && (
        <p className="connection-problem" role="status">
          <Icon name="warning" size={16} />
          <span>
            {lastProblem.message ?? 'The last call failed.'} (<When at={lastProblem.at} style="moment" />)
          </span>
        </p>
      )}
      <section className="setting">
        <h2 className="section">Set up</h2>
        <div>
          <p>
            Enter these at {providers[provider].name}, with the key of this connection.{' '}
            <a href="/docs/orders">The guide</a> has each step.
          </p>
          <Addresses connection={connection} />
        </div>
      </section>
      <section className="setting">
        <h2 className="section">State</h2>
        <dl className="setting-facts">
          <div>
            <dt>Key</dt>
            <dd>
              <span>
                ends in <code>{keyLastFour}</code>, made <When at={keyMadeAt} style="date" />
              </span>
            </dd>
          </div>
          <div>
            <dt>Last used</dt>
            <dd>{lastUsedAt ? <When at={lastUsedAt} style="moment" /> : 'Never'}</dd>
          </div>
          {provider === 'scim' ? (
            <div>
              <dt>Deleted in the directory</dt>
              <dd>{connection.deleteErases ? 'Erased here, with results' : 'Deactivated here'}</dd>
            </div>
          ) : (
            <>
              <div>
                <dt>Reports waiting</dt>
                <dd className="figures">{waiting.toLocaleString('en-GB')}</dd>
              </div>
              <div>
                <dt>Your key there</dt>
                <dd>{connection.hasRemoteKey ? 'Stored' : 'None'}</dd>
              </div>
              <div>
                <dt>Sent when completed</dt>
                <dd>
                  {connection.sharesLabels ? '“Completed”, a link, and labels' : '“Completed” and a link'}
                </dd>
              </div>
            </>
          )}
        </dl>
      </section>
    </>
  )
}

function Log({ connectionId }: { connectionId: string }) {
  const { data: entries, error, refetch } = useQuery(connectionEntriesQuery(connectionId))
  if (error && !entries) return <FailureNote error={error} retry={() => void refetch()} />
  if (!entries) return <Skeleton width="100%" height={160} />
  if (entries.length === 0)
    return (
      <p className="connection-none">
        Nothing yet. What the system asks for, and what Timbre reports, is listed here.
      </p>
    )
  return <EntryTable entries={entries} />
}

function Actions({ connection }: { connection: Connection }) {
  const [open, setOpen] = useState<'edit' | 'rotate' | 'delete'>()
  const close = () => setOpen(undefined)
  return (
    <div className="page-actions">
      <button type="button" className="button button-small" onClick={() => setOpen('edit')}>
        Edit
      </button>
      <button type="button" className="button button-small" onClick={() => setOpen('rotate')}>
        Replace key
      </button>
      <button type="button" className="button button-small" onClick={() => setOpen('delete')}>
        End connection
      </button>
      {open === 'edit' && <ConnectionDialog connection={connection} onClose={close} />}
      {open === 'rotate' && <RotateKeyDialog connection={connection} onClose={close} />}
      {open === 'delete' && <DeleteConnectionDialog connection={connection} onClose={close} />}
    </div>
  )
}
