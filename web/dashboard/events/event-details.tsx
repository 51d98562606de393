import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../client/call.ts'
import type { Event, SentEvent } from '../client/types.ts'
import { webhooksQuery } from '../client/webhooks.ts'
import { formFor } from '../language/fill.ts'
import { Sentence } from '../language/sentence.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { webhookName } from '../words/webhook-words.ts'
import { words } from './words.ts'

/** Where an event was sent, and its JSON. Loaded when opened. */
export function EventDetails({ event }: { event: Event }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="feed-details" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <Sentence text={words.details} slots={{ seq: String(event.seq) }} />
      </summary>
      {isOpen && <Opened event={event} />}
    </details>
  )
}

function Opened({ event }: { event: Event }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['events', event.id],
    queryFn: async ({ signal }) =>
      (await call('GET /event/{eventId}', { path: { eventId: event.id }, signal })).event.deliveries,
    staleTime: 5_000,
  })
  if (error) return <FailureNote error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton width={180} height={40} />
  const text = JSON.stringify(event, null, 2)
  return (
    <>
      {data.length === 0 ? (
        <p>{words.sentNowhere}</p>
      ) : (
        <ul>
          {data.map((delivery) => (
            <Sent key={delivery.deliveryId} delivery={delivery} />
          ))}
        </ul>
      )}
      <pre>
        <code>{text}</code>
      </pre>
      <CopyButton text={text} label={words.copy} />
    </>
  )
}

/** A delivery whose endpoint was deleted has no page. */
function Sent({ delivery }: { delivery: SentEvent['deliveries'][number] }) {
  const { data } = useQuery(webhooksQuery)
  const { webhookId, deliveryId, state, attempts } = delivery
  const webhook = data?.webhooks.find(({ id }) => id === webhookId)
  const name = webhook ? (
    <Link
      to="/settings/webhooks/$webhookId"
      params={{ webhookId }}
      search={{ delivery: deliveryId } as never}
    >
      <bdi>{webhookName(webhook)}</bdi>
    </Link>
  ) : (
    words.deletedWebhook
  )
  return (
    <li>
      <Sentence
        text={formFor(words.delivery, attempts)}
        slots={{ webhook: name, state: words.deliveryStates[state], n: attempts }}
      />
    </li>
  )
}
