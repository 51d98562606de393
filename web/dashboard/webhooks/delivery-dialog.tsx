import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../client/call.ts'
import type { Webhook, WebhookDelivery } from '../client/types.ts'
import { fill } from '../language/fill.ts'
import { Sentence } from '../language/sentence.tsx'
import { ApiCall } from '../ui/api-call.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { When } from '../ui/when.tsx'
import { deliveryWords } from '../words/webhook-words.ts'
import { AttemptText } from './attempt-text.tsx'
import { refreshWebhooks } from './refresh.ts'
import { signedCommand } from './signed-command.ts'
import { words } from './words.ts'

/** One delivery: the request, every attempt with its answer, and ways to send it again. */
export function DeliveryDialog({
  webhook,
  deliveryId,
  maySet,
  onClose,
}: {
  webhook: Webhook
  deliveryId: string
  maySet: boolean
  onClose: () => void
}) {
  const path = { webhookId: webhook.id, deliveryId }
  const { data, error, refetch } = useQuery({
    queryKey: ['webhooks', webhook.id, 'delivery', deliveryId],
    queryFn: async ({ signal }) => {
      const { delivery } = await call('GET /webhook/{webhookId}/deliveries/{deliveryId}', { path, signal })
      const { event } = await call('GET /event/{eventId}', { path: { eventId: delivery.eventId }, signal })
      const { deliveries: _, ...body } = event
      return { delivery, body: JSON.stringify(body) }
    },
  })
  return (
    <Dialog title={data ? titleOf(data.delivery) : words.delivery.title} width={920} onClose={onClose}>
      {error && <FailureNote error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton width="100%" height={320} />}
      {data && (
        <div className="hook-delivery">
          <Outcome webhook={webhook} delivery={data.delivery} maySet={maySet} />
          <h3 className="hook-head">{words.delivery.attempts}</h3>
          {data.delivery.log?.length === 0 && <p className="second">{words.delivery.noAttempts}</p>}
          <ol className="hook-attempts">
            {data.delivery.log?.map((attempt) => (
              <li key={attempt.n}>
                <span className="note figures">
                  {attempt.n}. <When at={attempt.at} style="moment" />
                </span>
                <AttemptText attempt={attempt} />
              </li>
            ))}
          </ol>
          {!maySet && <p className="note">{words.delivery.onlyOwners}</p>}
          <h3 className="hook-head">{words.delivery.request}</h3>
          <pre className="hook-excerpt">
            <code>{requestText(webhook, data.delivery, data.body)}</code>
          </pre>
          <Command webhook={webhook} id={data.delivery.eventId} body={data.body} maySet={maySet} />
          <ApiCall route="GET /webhook/{webhookId}/deliveries/{deliveryId}" request={{ path }} />
        </div>
      )}
    </Dialog>
  )
}

function titleOf({ type, seq }: WebhookDelivery): string {
  return fill(words.delivery.titleOf, { type, seq: String(seq) })
}

function Outcome({
  webhook,
  delivery,
  maySet,
}: {
  webhook: Webhook
  delivery: WebhookDelivery
  maySet: boolean
}) {
  const path = { webhookId: webhook.id, deliveryId: delivery.id }
  const again = useMutation({
    mutationFn: () => call('POST /webhook/{webhookId}/deliveries/{deliveryId}/retry', { path }),
    onSuccess: refreshWebhooks,
  })
  const { state, dueAt, doneAt, reason } = delivery
  // It waits for its next attempt, or is done.
  const moment = dueAt ?? doneAt
  return (
    <div className="hook-outcome">
      <div>
        <p>
          <Sentence
            text={words.delivery[dueAt ? 'due' : reason === 'erased' ? 'erased' : 'done']}
            slots={{ state: deliveryWords[state], when: moment && <When at={moment} style="moment" /> }}
          />
        </p>
        {/* A message of the page would be behind the dialog. */}
        <p className="note" role="status">
          {again.isSuccess && words.delivery.sendingAgain}
        </p>
        {again.error && <FailureNote error={again.error} />}
      </div>
      {maySet && webhook.state === 'enabled' && (
        <button
          type="button"
          className="button button-small"
          data-first
          disabled={again.isPending}
          onClick={() => again.mutate()}
        >
          {words.delivery.sendAgain}
        </button>
      )}
      {maySet && webhook.state === 'disabled' && <p className="note">{words.delivery.enableFirst}</p>}
    </div>
  )
}

function Command({
  webhook,
  id,
  body,
  maySet,
}: {
  webhook: Webhook
  id: string
  body: string
  maySet: boolean
}) {
  if (!maySet) return null
  const text = signedCommand({ url: webhook.url, id, body })
  return (
    <details className="api-call">
      <summary>{words.delivery.command}</summary>
      <div className="api-call-text">
        <pre>
          <code>{text}</code>
        </pre>
        <CopyButton text={text} label={words.delivery.copyCommand} />
      </div>
    </details>
  )
}

/** The request as it was sent, except the signature and its time, which differ for each attempt. */
function requestText(
  { url, include }: Webhook,
  { id, eventId, attempts }: WebhookDelivery,
  body: string,
): string {
  return [
    `POST ${url}`,
    'content-type: application/json',
    `webhook-id: ${eventId}`,
    `webhook-timestamp: ${words.delivery.timeOfAttempt}`,
    'webhook-signature: v1,…',
    `timbre-delivery: ${id}`,
    `timbre-attempt: ${Math.max(attempts, 1)}`,
    '',
    JSON.stringify(JSON.parse(body), null, 2),
    ...(include.length > 0 ? ['', words.delivery.customIds] : []),
  ].join('\n')
}
