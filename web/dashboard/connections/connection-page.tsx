import './connections.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { connectionEntriesQuery, connectionsQuery } from '../client/connections.ts'
import { useRights } from '../client/rights.ts'
import type { Connection } from '../client/types.ts'
import { formatNumber } from '../language/formats.ts'
import { Sentence } from '../language/sentence.tsx'
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
import { words } from './words.ts'

/** One connection: what to enter at the system, its settings and its log. */
export function ConnectionPage() {
  const { connectionId } = useParams({ from: '/framed/settings/connections/$connectionId' })
  const { maySet } = useRights()
  const { data, error, refetch } = useQuery(connectionsQuery)
  const connection = data?.find(({ id }) => id === connectionId)
  usePageTitle(connection?.name ?? words.one.title)
  if (error && !data) return <FailurePage error={error} retry={() => void refetch()} />
  if (data && !connection) return <NotFoundPage />
  return (
    <>
      <p className="second connection-back">
        <Link to="/settings/connections">{words.one.all}</Link>
      </p>
      <header className="page-head">
        <h1 className="page-title" tabIndex={-1}>
          {connection ? <bdi>{connection.name}</bdi> : words.one.title}
        </h1>
        {connection && maySet && <Actions connection={connection} />}
      </header>
      {connection ? <Facts connection={connection} /> : <Skeleton width="100%" height={320} />}
      <section className="connection-log" aria-labelledby="log">
        <h2 id="log" className="section">
          {words.log.title}
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
            <Sentence
              text={words.one.problem}
              slots={{
                problem: lastProblem.message ?? words.one.callFailed,
                date: <When at={lastProblem.at} style="moment" />,
              }}
            />
          </span>
        </p>
      )}
      <section className="setting">
        <h2 className="section">{words.setUp.title}</h2>
        <div>
          <p>
            <Sentence
              text={words.setUp.text}
              slots={{ system: providers[provider].name }}
              marks={{ link: (inner) => <a href="/docs/orders">{inner}</a> }}
            />
          </p>
          <Addresses connection={connection} />
        </div>
      </section>
      <section className="setting">
        <h2 className="section">{words.state.title}</h2>
        <dl className="setting-facts">
          <div>
            <dt>{words.state.key}</dt>
            <dd>
              <span>
                <Sentence
                  text={words.state.keyText}
                  slots={{ lastFour: keyLastFour, date: <When at={keyMadeAt} style="date" /> }}
                />
              </span>
            </dd>
          </div>
          <div>
            <dt>{words.state.lastUsed}</dt>
            <dd>{lastUsedAt ? <When at={lastUsedAt} style="moment" /> : words.state.never}</dd>
          </div>
          {provider === 'scim' ? (
            <div>
              <dt>{words.state.deletedThere}</dt>
              <dd>{connection.deleteErases ? words.state.erasedHere : words.state.deactivatedHere}</dd>
            </div>
          ) : (
            <>
              <div>
                <dt>{words.state.reportsWaiting}</dt>
                <dd className="figures">{formatNumber(waiting)}</dd>
              </div>
              <div>
                <dt>{words.state.remoteKey}</dt>
                <dd>{connection.hasRemoteKey ? words.state.stored : words.state.noKey}</dd>
              </div>
              <div>
                <dt>{words.state.sent}</dt>
                <dd>
                  {connection.sharesLabels ? words.state.sentWithLabels : words.state.sentWithoutLabels}
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
  if (entries.length === 0) return <p className="connection-none">{words.log.none}</p>
  return <EntryTable entries={entries} />
}

function Actions({ connection }: { connection: Connection }) {
  const [open, setOpen] = useState<'edit' | 'rotate' | 'delete'>()
  const close = () => setOpen(undefined)
  return (
    <div className="page-actions">
      <button type="button" className="button button-small" onClick={() => setOpen('edit')}>
        {words.one.edit}
      </button>
      <button type="button" className="button button-small" onClick={() => setOpen('rotate')}>
        {words.one.replaceKey}
      </button>
      <button type="button" className="button button-small" onClick={() => setOpen('delete')}>
        {words.one.end}
      </button>
      {open === 'edit' && <ConnectionDialog connection={connection} onClose={close} />}
      {open === 'rotate' && <RotateKeyDialog connection={connection} onClose={close} />}
      {open === 'delete' && <DeleteConnectionDialog connection={connection} onClose={close} />}
    </div>
  )
}
