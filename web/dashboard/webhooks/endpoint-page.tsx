import './webhooks.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { useRights } from '../client/rights.ts'
import { webhookQuery } from '../client/webhooks.ts'
import { ApiCall } from '../ui/api-call.tsx'
import { FailurePage } from '../ui/failure-page.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { webhookName } from '../words/webhook-words.ts'
import { DeliveriesPart } from './deliveries-part.tsx'
import { EndpointActions } from './endpoint-actions.tsx'
import { EndpointFacts } from './endpoint-facts.tsx'
import type { WebhookSearch } from './search.ts'
import { words } from './words.ts'

/** One endpoint: how it does, its settings and secret, and what was sent to it. */
export function EndpointPage() {
  const { webhookId } = useParams({ from: '/framed/settings/webhooks/$webhookId' })
  const search: WebhookSearch = useSearch({ from: '/framed/settings/webhooks/$webhookId' })
  const { maySet } = useRights()
  const { data: webhook, error, refetch } = useQuery(webhookQuery(webhookId))
  usePageTitle(webhook ? webhookName(webhook) : words.endpoint.title)
  if (error && !webhook) return <FailurePage error={error} retry={() => void refetch()} />
  return (
    <>
      <p className="second hook-back">
        <Link to="/settings/webhooks">{words.endpoint.all}</Link>
      </p>
      <header className="page-head">
        <h1 className="page-title" tabIndex={-1}>
          {webhook ? <bdi>{webhookName(webhook)}</bdi> : words.endpoint.title}
        </h1>
        {webhook && maySet && <EndpointActions webhook={webhook} />}
      </header>
      {webhook && !maySet && <p className="page-lede">{words.endpoint.onlyOwners}</p>}
      {webhook ? <EndpointFacts webhook={webhook} maySet={maySet} /> : <Skeleton width="100%" height={420} />}
      <div className="hook-call">
        <ApiCall route="GET /webhook/{webhookId}" request={{ path: { webhookId } }} />
      </div>
      <DeliveriesPart webhookId={webhookId} webhook={webhook} search={search} maySet={maySet} />
    </>
  )
}
