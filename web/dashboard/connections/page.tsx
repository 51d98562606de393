import './connections.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { connectionsQuery } from '../client/connections.ts'
import { accountQuery } from '../client/queries.ts'
import { useRights } from '../client/rights.ts'
import type { Connection } from '../client/types.ts'
import { count } from '../language/fill.ts'
import { joinSentences } from '../language/formats.ts'
import { Sentence } from '../language/sentence.tsx'
import { ApiCall } from '../ui/api-call.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { Icon } from '../ui/icon.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { SettingsLink } from '../ui/settings-link.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { When } from '../ui/when.tsx'
import { Automation } from './automation.tsx'
import { ConnectionDialog } from './connection-dialog.tsx'
import { type Provider, providerIds, providers } from './providers.ts'
import { words } from './words.ts'

/** Systems that order assessments or report people. */
export function ConnectionsPage() {
  usePageTitle(words.title)
  const { maySet } = useRights()
  const [adding, setAdding] = useState<Provider | true>()
  const { data: account } = useQuery(accountQuery)
  const { data: connections, error, refetch } = useQuery(connectionsQuery)
  return (
    <>
      <SettingsLink />
      <header className="page-head">
        <h1 className="page-title" tabIndex={-1}>
          {words.title}
        </h1>
        {maySet && (
          <button type="button" className="button button-main" onClick={() => setAdding(true)}>
            {words.add}
          </button>
        )}
      </header>
      <p className="page-lede">{joinSentences(maySet ? [words.lede] : [words.lede, words.onlyOwners])}</p>
      {error && !connections && <FailureNote error={error} retry={() => void refetch()} />}
      {!connections && !error && <Skeleton width="100%" height={240} />}
      {connections && connections.length > 0 && (
        <ul className="rule">
          {connections.map((connection) => (
            <ConnectionRow key={connection.id} connection={connection} />
          ))}
        </ul>
      )}
      {connections && <Kinds isFirst={connections.length === 0} onConnect={maySet ? setAdding : undefined} />}
      {(connections || error) && <Automation accountId={account?.id} />}
      {adding && (
        <ConnectionDialog
          {...(adding === true ? {} : { system: adding })}
          onClose={() => setAdding(undefined)}
        />
      )}
      {(connections || error) && <ApiCall route="GET /connections" request={{}} />}
    </>
  )
}

function ConnectionRow({ connection }: { connection: Connection }) {
  const { id, name, provider, lastUsedAt, lastProblem, waiting } = connection
  return (
    <li className="row connection-row">
      <div className="connection-cell">
        <Link to="/settings/connections/$connectionId" params={{ connectionId: id }} className="statement">
          <bdi>{name}</bdi>
        </Link>
        <span className="note">{providers[provider].name}</span>
      </div>
      <div className="connection-cell">
        <span className="second">
          {lastUsedAt ? (
            <Sentence text={words.lastUsed} slots={{ when: <When at={lastUsedAt} style="near" /> }} />
          ) : (
            words.notUsed
          )}
        </span>
        {waiting > 0 && <span className="note figures">{count(words.reportsWaiting, waiting)}</span>}
        {lastProblem && (
          <span className="connection-problem">
            <Icon name="warning" size={16} />
            {words.hasProblem}
          </span>
        )}
      </div>
    </li>
  )
}

/** What can be connected, also beside what is. */
function Kinds({
  isFirst,
  onConnect,
}: {
  isFirst: boolean
  onConnect: ((system: Provider) => void) | undefined
}) {
  return (
    <div className="connection-kinds">
      {isFirst && <p className="finding">{words.none}</p>}
      {providerIds.map((id) => (
        <section key={id}>
          <h2 className="section">{providers[id].name}</h2>
          <p>{providers[id].text}</p>
          {onConnect && (
            <button type="button" className="button button-small" onClick={() => onConnect(id)}>
              <Sentence text={words.connect} slots={{ system: providers[id].name }} />
            </button>
          )}
        </section>
      ))}
      <p>
        <Sentence text={words.otherSystem} marks={{ link: (inner) => <a href="/docs/orders">{inner}</a> }} />
      </p>
    </div>
  )
}
