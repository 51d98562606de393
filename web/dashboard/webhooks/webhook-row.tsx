import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Webhook } from '../client/types.ts'
import { webhookQuery } from '../client/webhooks.ts'
import { count } from '../language/fill.ts'
import { Sentence } from '../language/sentence.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { typesText, webhookHost, webhookName } from '../words/webhook-words.ts'
import { HealthStrip } from './health-strip.tsx'
import { StateWord } from './state-word.tsx'
import { words } from './words.ts'

/** One endpoint: name, host, types, the last day, what is waiting. */
export function WebhookRow({ webhook }: { webhook: Webhook }) {
  const { id, name, url, types } = webhook
  const { data } = useQuery(webhookQuery(id))
  const health = data?.health
  return (
    <li className="row hook-row">
      <div className="hook-row-name">
        <Link to="/settings/webhooks/$webhookId" params={{ webhookId: id }} className="statement">
          <bdi>{webhookName(webhook)}</bdi>
        </Link>
        <span className="note">
          {name ? (
            <Sentence
              text={words.row.hostAndTypes}
              slots={{ host: <bdi>{webhookHost(url)}</bdi>, types: typesText(types) }}
            />
          ) : (
            typesText(types)
          )}
        </span>
      </div>
      {health ? (
        <>
          <HealthStrip health={health} />
          <div className="hook-row-state">
            <StateWord state={health.state} />
            <span className="note figures">
              {health.waiting === 0 ? words.row.nothingWaiting : count(words.row.waiting, health.waiting)}
            </span>
          </div>
        </>
      ) : (
        <Skeleton width={192} height={42} />
      )}
    </li>
  )
}
