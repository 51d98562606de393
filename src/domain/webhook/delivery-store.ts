import type { EventType } from '../../contract/event-types.ts'
import type { RowRange } from '../../contract/pagination.ts'
import type { Sql } from '../../contract/ports.ts'
import type { WebhookResponse } from '../../contract/webhook-call.ts'
import type { ClaimedDelivery } from './claim-store.ts'

export type DeliveryRow = {
  id: string
  webhookId: string
  eventId: string
  seq: number
  type: EventType
  createdAt: string
  state: 'waiting' | 'delivered' | 'failed' | 'cancelled'
  attempts: number
  dueAt: string
  doneAt: string | null
  isReplay: boolean
  reason: string | null
}

const columns = `delivery.id, delivery.webhook_id as "webhookId", event.id as "eventId", event.seq::float8 as seq,
  event.type, delivery.created_at as "createdAt", delivery.state, delivery.attempts, delivery.due_at as "dueAt",
  delivery.done_at as "doneAt", delivery.is_replay as "isReplay", delivery.reason`

const joined = `webhook_delivery delivery
  join event on event.account_id = delivery.account_id and event.seq = delivery.event_seq`

export type DeliveryFilters = {
  state?: DeliveryRow['state'] | undefined
  types?: readonly EventType[] | undefined
  profileId?: string | undefined
  since?: string | undefined
}

/** One page of the deliveries to an endpoint, newest event first, and their number. */
export async function listDeliveryRows(
  sql: Sql,
  accountId: string,
  webhookId: string,
  { state, types, profileId, since }: DeliveryFilters,
  { limit, offset }: RowRange,
): Promise<{ rows: DeliveryRow[]; total: number }> {
  const values: unknown[] = [accountId, webhookId]
  const bind = (value: unknown) => `$${values.push(value)}`
  const ofEvent = [
    ...(types === undefined ? [] : [`event.type = any(${bind(types)}::text[])`]),
    ...(profileId === undefined ? [] : [`event.profile_id = ${bind(profileId)}::text`]),
    ...(since === undefined ? [] : [`event.at >= ${bind(since)}::timestamptz`]),
  ]
  const ofState = state === undefined ? [] : [`delivery.state = ${bind(state)}::text`]
  const own = 'delivery.account_id = $1 and delivery.webhook_id = $2'
  const where = [own, ...ofState, ...ofEvent].join(' and ')
  const most = values.length + 1
  const [rows, counted] = await Promise.all([
    sql.rows<DeliveryRow>(
      `select ${columns} from ${joined} where ${where}
        order by delivery.event_seq desc limit $${most} offset $${most + 1}`,
      [...values, limit, offset],
    ),
    // Every delivery has its event, which needn't be looked up to count it.
    sql.row<{ total: number }>(
      `select count(*)::integer as total from ${ofEvent.length > 0 ? joined : 'webhook_delivery delivery'} where ${where}`,
      values,
    ),
  ])
  return { rows, total: counted?.total ?? 0 }
}

export function findDelivery(
  sql: Sql,
  accountId: string,
  webhookId: string,
  deliveryId: string,
): Promise<DeliveryRow | undefined> {
  return sql.row(
    `select ${columns} from ${joined}
      where delivery.account_id = $1 and delivery.webhook_id = $2 and delivery.id = $3`,
    [accountId, webhookId, deliveryId],
  )
}

/** The deliveries of one event to all endpoints. */
export function listDeliveriesOfEvent(
  sql: Sql,
  accountId: string,
  seq: number,
): Promise<{ webhookId: string; deliveryId: string; state: DeliveryRow['state']; attempts: number }[]> {
  return sql.rows(
    `select webhook_id as "webhookId", id as "deliveryId", state, attempts from webhook_delivery
      where account_id = $1 and event_seq = $2 order by created_at, id`,
    [accountId, seq],
  )
}

export type AttemptRow = {
  n: number
  at: string
  status: number | null
  milliseconds: number
  error: string | null
  excerpt: string | null
}

export function listWebhookAttempts(sql: Sql, accountId: string, deliveryId: string): Promise<AttemptRow[]> {
  return sql.rows(
    `select n, at, status, milliseconds, error, excerpt from webhook_attempt
      where account_id = $1 and delivery_id = $2 order by n`,
    [accountId, deliveryId],
  )
}

/** Makes a delivery due now, with all its tries ahead. */
export async function makeDeliveryDue(sql: Sql, accountId: string, id: string, now: Date): Promise<void> {
  await sql.run(
    `update webhook_delivery set state = 'waiting', due_at = $3, attempts = 0, reason = null, done_at = null
      where account_id = $1 and id = $2 and (leased_until is null or leased_until <= $3)`,
    [accountId, id, now],
  )
}

export type ReplaySelection = {
  eventIds?: readonly string[] | undefined
  /** Only events after this number. */
  after?: number | undefined
  since?: string | undefined
  until?: string | undefined
  types?: readonly EventType[] | undefined
  /** Only events that were not delivered. */
  isUndelivered: boolean
}

export type ReplayCount = { events: number; first: number | null; last: number | null }

/**
 * Queues events for an endpoint again, in one statement, or only counts them. Events that are waiting already stay as
 * they are.
 */
export async function queueReplay(
  sql: Sql,
  { accountId, webhookId }: { accountId: string; webhookId: string },
  selection: ReplaySelection,
  { now, most, isDryRun }: { now: Date; most: number; isDryRun: boolean },
): Promise<ReplayCount> {
  const row = await sql.row<ReplayCount>(
    `with chosen as materialized (
       select event.seq, event.id from event
        left join webhook_delivery delivery on delivery.account_id = event.account_id
         and delivery.webhook_id = $2 and delivery.event_seq = event.seq
        where event.account_id = $1
          and ($3::text[] is null or event.id = any($3)) and ($4::bigint is null or event.seq > $4)
          and ($5::timestamptz is null or event.at >= $5) and ($6::timestamptz is null or event.at <= $6)
          and ($7::text[] is null or event.type = any($7))
          and (delivery.id is null or delivery.state <> 'waiting')
          and (not $8::boolean or delivery.id is null or delivery.state <> 'delivered')
        order by event.seq limit $9
     ), queued as (
       insert into webhook_delivery (account_id, id, webhook_id, event_seq, created_at, due_at, is_replay)
       select $1, substr(chosen.id, 1, 8) || substr(replace(gen_random_uuid()::text, '-', ''), 17), $2, chosen.seq,
              $10, $10, true
         from chosen where not $11::boolean
       on conflict (account_id, webhook_id, event_seq) do update
         set state = 'waiting', due_at = $10, attempts = 0, is_replay = true, reason = null, done_at = null
     )
     select count(*)::integer as events, min(seq)::float8 as first, max(seq)::float8 as last from chosen`,
    [
      accountId,
      webhookId,
      selection.eventIds ?? null,
      selection.after ?? null,
      selection.since ?? null,
      selection.until ?? null,
      selection.types ?? null,
      selection.isUndelivered,
      most,
      now,
      isDryRun,
    ],
  )
  return row as ReplayCount
}

export type RecordedAttempt = {
  delivery: Pick<ClaimedDelivery, 'id' | 'webhookId' | 'leasedUntil'>
  response: WebhookResponse
  now: Date
  /** When it is tried again; null if it was delivered or is given up. */
  dueAt: Date | null
}

/**
 * Records one attempt of each of these deliveries of an account, in two statements that are sent together. What was
 * cancelled meanwhile, or claimed again by another worker, keeps its state.
 */
export async function recordAttempts(
  sql: Sql,
  accountId: string,
  attempts: readonly RecordedAttempt[],
): Promise<void> {
  const updated = sql.run(
    `update webhook_delivery delivery
        set state = made.state, due_at = coalesce(made.due_at, delivery.due_at), leased_until = null,
            done_at = case when made.state = 'waiting' then null else made.at end
       from unnest($2::text[], $3::timestamptz[], $4::text[], $5::timestamptz[], $6::timestamptz[])
            as made (id, leased_until, state, due_at, at)
      where delivery.account_id = $1 and delivery.id = made.id and delivery.state = 'waiting'
        and (delivery.leased_until = made.leased_until or made.state = 'delivered')`,
    [
      accountId,
      attempts.map(({ delivery }) => delivery.id),
      attempts.map(({ delivery }) => delivery.leasedUntil),
      attempts.map(({ response, dueAt }) =>
        isSuccess(response) ? 'delivered' : dueAt ? 'waiting' : 'failed',
      ),
      attempts.map(({ dueAt }) => dueAt),
      attempts.map(({ now }) => now),
    ],
  )
  const inserted = sql.run(
    `insert into webhook_attempt (account_id, delivery_id, webhook_id, n, at, status, milliseconds, error, excerpt)
     select $1::text, made.id, made.webhook_id, 1 + coalesce((
              select max(n) from webhook_attempt where account_id = $1::text and delivery_id = made.id), 0),
            made.at, made.status, made.milliseconds, made.error,
            case when exists (select from webhook_delivery
                               where account_id = $1::text and id = made.id and reason = 'erased')
              then null else made.excerpt end
       from unnest($2::text[], $3::text[], $4::timestamptz[], $5::smallint[], $6::integer[], $7::text[], $8::text[])
            as made (id, webhook_id, at, status, milliseconds, error, excerpt)`,
    [
      accountId,
      attempts.map(({ delivery }) => delivery.id),
      attempts.map(({ delivery }) => delivery.webhookId),
      attempts.map(({ now }) => now),
      attempts.map(({ response }) => response.status),
      attempts.map(({ response }) => response.milliseconds),
      attempts.map(({ response }) => response.error),
      attempts.map(({ response }) => response.excerpt),
    ],
  )
  await Promise.all([updated, inserted])
}

export function isSuccess({ status }: Pick<WebhookResponse, 'status'>): boolean {
  return status !== null && status >= 200 && status < 300
}

/**
 * A success clears the record of its endpoint. Its time is noted at most every ten seconds: the row is shared by all
 * requests. Several endpoints are locked in the order of their ids, as everywhere.
 */
export async function noteSuccesses(
  sql: Sql,
  accountId: string,
  successes: readonly { webhookId: string; now: Date }[],
): Promise<void> {
  await sql.run(
    `with success as materialized (
       select endpoint.id, made.at from webhook_endpoint endpoint
         join unnest($2::text[], $3::timestamptz[]) as made (id, at) on made.id = endpoint.id
        where endpoint.account_id = $1 and (endpoint.failures > 0 or endpoint.last_success_at is null
          or endpoint.last_success_at < made.at - interval '10 seconds')
        order by endpoint.id for no key update of endpoint)
     update webhook_endpoint endpoint set last_success_at = success.at, failing_since = null, failures = 0,
         notices = 0, held_until = null
       from success where endpoint.account_id = $1 and endpoint.id = success.id`,
    [accountId, successes.map(({ webhookId }) => webhookId), successes.map(({ now }) => now)],
  )
}

/** `heldUntil`: the receiver asked for no request before. */
export async function noteFailure(
  sql: Sql,
  accountId: string,
  webhookId: string,
  { now, heldUntil }: { now: Date; heldUntil: Date | null },
): Promise<void> {
  await sql.run(
    `update webhook_endpoint set failing_since = coalesce(failing_since, $3), failures = failures + 1,
        held_until = coalesce($4, held_until)
      where account_id = $1 and id = $2`,
    [accountId, webhookId, now, heldUntil],
  )
}

/**
 * Cancels what is still to be sent about a person who is deleted, except the event of the deletion itself, which is
 * recorded afterwards, and empties what receivers have answered to the rest.
 */
export async function cancelDeliveriesAbout(
  sql: Sql,
  accountId: string,
  profileId: string,
  now: Date,
): Promise<void> {
  const about = `select seq from event where account_id = $1 and profile_id = $2`
  await sql.run(
    `update webhook_delivery set reason = 'erased',
        state = case state when 'waiting' then 'cancelled' else state end,
        done_at = coalesce(done_at, $3), leased_until = null
      where account_id = $1 and event_seq in (${about})`,
    [accountId, profileId, now],
  )
  await sql.run(
    `update webhook_attempt set excerpt = null
      where account_id = $1 and excerpt is not null
        and delivery_id in (select id from webhook_delivery where account_id = $1 and event_seq in (${about}))`,
    [accountId, profileId],
  )
}
