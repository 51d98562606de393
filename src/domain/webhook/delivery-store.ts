import type { EventType } from '../../contract/event-types.ts'
import type { RowRange } from '../../contract/pagination.ts'
import type { Sql } from '../../contract/ports.ts'
import type { WebhookResponse } from '../../contract/webhook-call.ts'

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
  const where = `delivery.account_id = $1 and delivery.webhook_id = $2
    and ($3::text is null or delivery.state = $3) and ($4::text[] is null or event.type = any($4))
    and ($5::text is null or event.profile_id = $5) and ($6::timestamptz is null or event.at >= $6)`
  const values = [accountId, webhookId, state ?? null, types ?? null, profileId ?? null, since ?? null]
  const [rows, counted] = await Promise.all([
    sql.rows<DeliveryRow>(
      `select ${columns} from ${joined} where ${where}
        order by delivery.event_seq desc limit $7 offset $8`,
      [...values, limit, offset],
    ),
    sql.row<{ total: number }>(`select count(*)::integer as total from ${joined} where ${where}`, values),
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

/** A delivery that one worker holds until `leasedUntil`, with what the request needs. */
export type ClaimedDelivery = {
  accountId: string
  id: string
  webhookId: string
  /** Including this one. */
  attempts: number
  leasedUntil: string
  isReplay: boolean
  seq: number
  eventId: string
  body: string
  includeCustomIds: boolean
  urlSealed: Buffer
  urlHost: string
  secretSealed: Buffer
  formerSecretSealed: Buffer | null
  formerSecretUntil: string | null
}

/**
 * Claims due deliveries of all accounts in a system transaction: of each endpoint up to its free places, the endpoint
 * that was served longest ago first. So an endpoint that hangs holds its few places and no more. A strict endpoint
 * has its lowest number only. Endpoints that another worker is claiming for are skipped.
 */
export function claimDeliveries(
  sql: Sql,
  { now, leaseSeconds, limit }: { now: Date; leaseSeconds: number; limit: number },
): Promise<ClaimedDelivery[]> {
  return sql.rows<ClaimedDelivery>(
    `with endpoint as materialized (
       select * from webhook_endpoint endpoint
        where state = 'enabled' and (held_until is null or held_until <= $1)
          and not exists (select from delivery_hold)
          and not exists (select from account_move move
            where move.account_id = endpoint.account_id and move.direction = 'out')
          and exists (select from webhook_delivery due
            where due.account_id = endpoint.account_id and due.webhook_id = endpoint.id and due.state = 'waiting'
              and due.due_at <= $1 and (due.leased_until is null or due.leased_until <= $1))
        order by last_served_at nulls first limit $3 for no key update skip locked
     ), due as materialized (
       select endpoint.account_id, endpoint.id as webhook_id, chosen.id from endpoint
        cross join lateral (
          select delivery.id, row_number() over (order by delivery.is_replay, delivery.event_seq) as place from (
            select id, is_replay, event_seq from webhook_delivery
             where account_id = endpoint.account_id and webhook_id = endpoint.id and state = 'waiting'
               and due_at <= $1 and (leased_until is null or leased_until <= $1)
               and (not endpoint.strict or event_seq = (
                 select min(event_seq) from webhook_delivery
                  where account_id = endpoint.account_id and webhook_id = endpoint.id and state = 'waiting'))
             order by case when endpoint.strict then false else is_replay end, event_seq
             limit greatest(0, case when endpoint.strict then 1 else endpoint.max_in_flight end - (
               select count(*) from webhook_delivery
                where account_id = endpoint.account_id and webhook_id = endpoint.id and state = 'waiting'
                  and leased_until > $1))
          ) as delivery
        ) as chosen
        order by chosen.place, endpoint.last_served_at nulls first limit $3
     ), served as (
       update webhook_endpoint set last_served_at = $1
        where (account_id, id) in (select account_id, webhook_id from due)
     ), claimed as (
       update webhook_delivery delivery set leased_until = $2, attempts = attempts + 1 from due
        where delivery.account_id = due.account_id and delivery.id = due.id and delivery.state = 'waiting'
       returning delivery.*
     )
     select claimed.account_id as "accountId", claimed.id, claimed.webhook_id as "webhookId", claimed.attempts,
       claimed.leased_until as "leasedUntil", claimed.is_replay as "isReplay", event.seq::float8 as seq,
       event.id as "eventId", event.body::text as body, endpoint.include_custom_ids as "includeCustomIds",
       endpoint.url_sealed as "urlSealed", endpoint.url_host as "urlHost", endpoint.secret_sealed as "secretSealed",
       endpoint.former_secret_sealed as "formerSecretSealed", endpoint.former_secret_until as "formerSecretUntil"
       from claimed
       join endpoint on endpoint.account_id = claimed.account_id and endpoint.id = claimed.webhook_id
       join event on event.account_id = claimed.account_id and event.seq = claimed.event_seq
      order by event.seq`,
    [now, new Date(now.getTime() + leaseSeconds * 1_000), limit],
  )
}

export type RecordedAttempt = {
  delivery: Pick<ClaimedDelivery, 'id' | 'webhookId' | 'leasedUntil'>
  response: WebhookResponse
  now: Date
  /** When it is tried again; null if it was delivered or is given up. */
  dueAt: Date | null
}

/**
 * Records one attempt of each of these deliveries of an account, in two statements. What was cancelled meanwhile, or
 * claimed again by another worker, keeps its state.
 */
export async function recordAttempts(
  sql: Sql,
  accountId: string,
  attempts: readonly RecordedAttempt[],
): Promise<void> {
  await sql.run(
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
  await sql.run(
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
}

export function isSuccess({ status }: Pick<WebhookResponse, 'status'>): boolean {
  return status !== null && status >= 200 && status < 300
}

/** A success clears the record. Its time is noted at most every ten seconds: the row is shared by all requests. */
export async function noteSuccess(sql: Sql, accountId: string, webhookId: string, now: Date): Promise<void> {
  await sql.run(
    `update webhook_endpoint set last_success_at = $3, failing_since = null, failures = 0, notices = 0,
        held_until = null
      where account_id = $1 and id = $2
        and (failures > 0 or last_success_at is null or last_success_at < $3::timestamptz - interval '10 seconds')`,
    [accountId, webhookId, now],
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
