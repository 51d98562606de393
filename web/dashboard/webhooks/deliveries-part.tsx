import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { call } from '../client/call.ts'
import type { Webhook, WebhookDelivery } from '../client/types.ts'
import { fill } from '../language/fill.ts'
import { Sentence } from '../language/sentence.tsx'
import { ApiCall } from '../ui/api-call.tsx'
import { BlockCell, BlockRow, BlockTable } from '../ui/block-table.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { ListPages } from '../ui/list-pages.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { When } from '../ui/when.tsx'
import { deliveryWords } from '../words/webhook-words.ts'
import { DeliveryDialog } from './delivery-dialog.tsx'
import { DeliveryFilterFields } from './delivery-filter-fields.tsx'
import { deliveriesRequest } from './request.ts'
import type { WebhookSearch } from './search.ts'
import { words } from './words.ts'

/** What was sent to an endpoint, newest event first, with filters in the address. */
export function DeliveriesPart({
  webhookId,
  webhook,
  search,
  maySet,
}: {
  webhookId: string
  webhook: Webhook | undefined
  search: WebhookSearch
  maySet: boolean
}) {
  const navigate = useNavigate()
  const query = deliveriesRequest(search)
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['webhooks', webhookId, 'deliveries', query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call('GET /webhook/{webhookId}/deliveries', { path: { webhookId }, query, signal }),
  })
  const change = (next: WebhookSearch) =>
    void navigate({
      to: '/settings/webhooks/$webhookId',
      params: { webhookId },
      search: next as never,
      resetScroll: false,
    })
  const { delivery: openId, ...filters } = search
  return (
    <section className="hook-deliveries">
      <h2 className="section">{words.deliveries.title}</h2>
      <DeliveryFilterFields search={filters} onChange={change} total={data?.pagination.total} />
      {error && !data && <FailureNote error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton width="100%" height={240} />}
      {data?.deliveries.length === 0 && (
        <p className="hook-none">
          {Object.keys(filters).length > 0 ? words.deliveries.noMatch : words.deliveries.none}
        </p>
      )}
      {data && data.deliveries.length > 0 && (
        <div aria-busy={isPlaceholderData}>
          <BlockTable heads={[heads.when, heads.event, heads.state, heads.attempts]}>
            {data.deliveries.map((one) => (
              <Row key={one.id} delivery={one} filters={filters} />
            ))}
          </BlockTable>
          <Pages webhookId={webhookId} filters={filters} last={data.pagination.totalPages} />
        </div>
      )}
      <ApiCall route="GET /webhook/{webhookId}/deliveries" request={{ path: { webhookId }, query }} />
      {openId && webhook && (
        <DeliveryDialog
          key={openId}
          webhook={webhook}
          deliveryId={openId}
          maySet={maySet}
          onClose={() => change(filters)}
        />
      )}
    </section>
  )
}

const { heads } = words.deliveries

function Row({ delivery, filters }: { delivery: WebhookDelivery; filters: WebhookSearch }) {
  const { id, webhookId, type, seq, createdAt, state, attempts, dueAt, isReplay, reason } = delivery
  return (
    <BlockRow>
      <BlockCell className="figures hook-time">
        <When at={createdAt} style="moment" />
      </BlockCell>
      <BlockCell>
        <Link
          to="/settings/webhooks/$webhookId"
          params={{ webhookId }}
          search={{ ...filters, delivery: id } as never}
          resetScroll={false}
        >
          <Sentence text={words.deliveries.ofEvent} slots={{ type: <code>{type}</code>, seq: String(seq) }} />
        </Link>{' '}
        <span className="note figures">
          {fill(isReplay ? words.deliveries.numberReplayed : words.deliveries.number, { n: seq })}
        </span>
      </BlockCell>
      <BlockCell>
        {deliveryWords[state]}
        {reason === 'erased' && <span className="note hook-block">{words.deliveries.erased}</span>}
        {state === 'waiting' && dueAt && attempts > 0 && (
          <span className="note hook-block">
            <Sentence
              text={words.deliveries.nextAttempt}
              slots={{ when: <When at={dueAt} style="moment" /> }}
            />
          </span>
        )}
      </BlockCell>
      <BlockCell className="figures" label={heads.attempts}>
        {attempts}
      </BlockCell>
    </BlockRow>
  )
}

function Pages({ webhookId, filters, last }: { webhookId: string; filters: WebhookSearch; last: number }) {
  const page = filters.page ?? 1
  const { pages, page: shown, newer, older } = words.deliveries
  return (
    <ListPages
      to="/settings/webhooks/$webhookId"
      params={{ webhookId }}
      resetScroll={false}
      label={pages}
      shown={fill(shown, { page, last: Math.max(last, 1) })}
      steps={[
        page > 1 && { verb: newer, search: { ...filters, page: page - 1 } },
        page < last && { verb: older, search: { ...filters, page: page + 1 } },
      ]}
    />
  )
}
