import './webhooks.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useRights } from '../client/rights.ts'
import { settings } from '../client/settings.ts'
import { webhooksQuery } from '../client/webhooks.ts'
import { ApiCall } from '../ui/api-call.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { Recipes } from './recipes.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import { WebhookRow } from './webhook-row.tsx'

/** The account's endpoints, each with its last day. */
export function WebhooksPage() {
  usePageTitle('Webhooks')
  const { maySet } = useRights()
  // The address with which the dialog opens.
  const [newUrl, setNewUrl] = useState<string>()
  const { data, error, refetch } = useQuery(webhooksQuery)
  const webhooks = data?.webhooks
  return (
    <>
      <header className="page-head">
        <h1 className="page-title" tabIndex={-1}>
          Webhooks
        </h1>
        {maySet && (
          <button type="button" className="button button-main" onClick={() => setNewUrl('')}>
            Add webhook
          </button>
        )}
      </header>
      <p className="page-lede">
        Timbre sends each <Link to="/events">event</Link> to the addresses here, signed, right after it
        happens.{!maySet && ' You can read webhooks. Only owners of the account change them.'}
      </p>
      {error && !data && <FailureNote error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton width="100%" height={240} />}
      {webhooks && webhooks.length > 0 && (
        <ul className="rule">
          {webhooks.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} />
          ))}
        </ul>
      )}
      {webhooks?.length === 0 && <Recipes {...(maySet ? { onTry: setNewUrl } : {})} />}
      {data && data.sourceAddresses.length > 0 && (
        <p className="note hook-sources">
          Requests come from <code>{data.sourceAddresses.join(', ')}</code>.
        </p>
      )}
      {webhooks && webhooks.length > 0 && settings.hooks && (
        <p className="note hook-sources">
          <a href={settings.hooks.page}>Demo receiver</a>: what arrived at this computer.
        </p>
      )}
      {newUrl !== undefined && <WebhookDialog url={newUrl} onClose={() => setNewUrl(undefined)} />}
      {(data || error) && <ApiCall route="GET /webhooks" request={{}} />}
    </>
  )
}
