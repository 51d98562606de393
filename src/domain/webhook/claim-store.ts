import type { Sql } from '../../contract/ports.ts'

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
  isStrict: boolean
  includeCustomIds: boolean
  urlSealed: Buffer
  urlHost: string
  secretSealed: Buffer
  formerSecretSealed: Buffer | null
  formerSecretUntil: string | null
}

export type DeliveryClaim = {
  claimed: ClaimedDelivery[]
  /** Whether something due was left because a place was missing. */
  isMore: boolean
}

export type DeliveryClaimOptions = {
  now: Date
  leaseSeconds: number
  /** Free places of this process. */
  limit: number
  /** The accounts of the requests in flight in this process, one entry a request. */
  busyAccounts: readonly string[]
}

/**
 * Claims due deliveries of all accounts in a system transaction, as its only statement.
 *
 * An endpoint has as many places as it may have requests in flight; one if it is strict, or if so many requests in a row
 * have failed. Only endpoints with a free place are looked at further. A place of the process goes to the account that
 * holds the fewest of them, and within it to the endpoint that does. An account gets its nth place only while at least 3n
 * are free, its first one always. So one account alone holds at most a quarter, several leave some free, and what hangs
 * takes nothing from accounts that hold few.
 *
 * Fresh deliveries come before replayed ones, then those that are due for longest; of a strict endpoint only the lowest
 * number. Endpoints that another worker is claiming for are skipped. A worker may have claimed and committed after this
 * statement began, so the lease is compared again when the row is written.
 */
export async function claimDeliveries(
  sql: Sql,
  { now, leaseSeconds, limit, busyAccounts }: DeliveryClaimOptions,
): Promise<DeliveryClaim> {
  const rows = await sql.rows<ClaimedDelivery & { isMore: boolean }>(statement, [
    now,
    new Date(now.getTime() + leaseSeconds * 1_000),
    limit,
    busyAccounts,
  ])
  return { claimed: rows.filter(({ id }) => id !== null), isMore: rows[0]?.isMore ?? false }
}

const isFree = '(leased_until is null or leased_until <= $1)'
const waiting = `webhook_delivery where account_id = endpoint.account_id and webhook_id = endpoint.id
  and state = 'waiting'`
const due = (isReplay: boolean) => `${waiting} and is_replay = ${isReplay} and due_at <= $1 and ${isFree}`
const place = 'id, is_replay, due_at, event_seq'

// Each `(select … order by … limit …)` is one look into an index. As conditions with `exists` they could become a join, and
// without an order a scan: both read all that waits.
const claimStatement = `with busy as (
    select account_id, count(*) as places from unnest($4::text[]) as account_id group by account_id
  ), candidate as materialized (
    select endpoint.account_id, endpoint.id, endpoint.last_served_at, leased.count as leased,
      coalesce(busy.places, 0) as held,
      case when endpoint.strict or endpoint.failures >= endpoint.max_in_flight then 1 else endpoint.max_in_flight end
        - leased.count as free
      from webhook_endpoint endpoint
      left join busy on busy.account_id = endpoint.account_id
      cross join lateral (
        select count(*) from ${waiting} and leased_until > $1) as leased
     where endpoint.state = 'enabled' and (endpoint.held_until is null or endpoint.held_until <= $1)
       and not exists (select from delivery_hold)
       and not exists (select from account_move move
         where move.account_id = endpoint.account_id and move.direction = 'out')
       and (select true from ${waiting} order by event_seq limit 1)
       and case when endpoint.strict
         then (select due_at <= $1 and ${isFree} from ${waiting} order by event_seq limit 1)
         else coalesce((select true from ${due(false)} order by due_at limit 1),
           (select true from ${due(true)} order by due_at limit 1)) end
  ), chosen as (
    select * from (
      select *, held + row_number() over (
          partition by account_id order by leased, last_served_at nulls first, id) as nth
        from candidate where free > 0) as candidate
     where nth <= greatest(1, $3::integer / 3)
     order by nth, last_served_at nulls first, id limit $3
  ), endpoint as materialized (
    select endpoint.*, chosen.leased, chosen.held, chosen.free from webhook_endpoint endpoint
      join chosen using (account_id, id)
     where endpoint.state = 'enabled' and (endpoint.held_until is null or endpoint.held_until <= $1)
     order by endpoint.account_id, endpoint.id for no key update of endpoint skip locked
  ), due as materialized (
    select endpoint.account_id, endpoint.id as webhook_id, first.id, endpoint.last_served_at,
      endpoint.held + row_number() over (partition by endpoint.account_id
        order by endpoint.leased + first.place, endpoint.last_served_at nulls first, endpoint.id) as nth
      from endpoint
      cross join lateral (
        select id, row_number() over (order by is_replay, due_at, event_seq) as place from (
          (select ${place} from ${due(false)} and not endpoint.strict order by due_at, event_seq limit endpoint.free)
          union all
          (select ${place} from ${due(true)} and not endpoint.strict order by due_at, event_seq limit endpoint.free)
          union all
          (select ${place} from ${waiting} and endpoint.strict order by event_seq limit 1)
          order by is_replay, due_at, event_seq limit endpoint.free
        ) as delivery
      ) as first
  ), ranked as materialized (
    select *, taken <= $3 and nth <= greatest(1, ($3 - taken + 1) / 3) as is_granted from (
      select *, row_number() over (order by nth, last_served_at nulls first, webhook_id, id) as taken from due) as due
  ), granted as (
    select account_id, webhook_id, id from ranked where is_granted
  ), served as (
    update webhook_endpoint set last_served_at = $1
     where (account_id, id) in (select account_id, webhook_id from granted)
  ), claimed as (
    update webhook_delivery delivery set leased_until = $2, attempts = attempts + 1 from granted
     where delivery.account_id = granted.account_id and delivery.id = granted.id and delivery.state = 'waiting'
       and (delivery.leased_until is null or delivery.leased_until <= $1)
    returning delivery.*
  ), given as (
    select account_id, webhook_id, count(*) filter (where is_granted) as count, count(*) as wanted from ranked
     group by account_id, webhook_id
  ), left_over as (
    select coalesce(bool_or(given.count is null or given.count < given.wanted or given.count >= candidate.free), false)
        as "isMore"
      from candidate
      left join given on given.account_id = candidate.account_id and given.webhook_id = candidate.id
  )
  select left_over."isMore", claimed.account_id as "accountId", claimed.id, claimed.webhook_id as "webhookId",
    claimed.attempts, claimed.leased_until as "leasedUntil", claimed.is_replay as "isReplay",
    event.seq::float8 as seq, event.id as "eventId", event.body::text as body, endpoint.strict as "isStrict",
    endpoint.include_custom_ids as "includeCustomIds", endpoint.url_sealed as "urlSealed",
    endpoint.url_host as "urlHost", endpoint.secret_sealed as "secretSealed",
    endpoint.former_secret_sealed as "formerSecretSealed", endpoint.former_secret_until as "formerSecretUntil"
    from left_over
    left join (claimed
      join endpoint on endpoint.account_id = claimed.account_id and endpoint.id = claimed.webhook_id
      join event on event.account_id = claimed.account_id and event.seq = claimed.event_seq) on true
   order by event.seq`

// Without the line breaks: only shorter texts are kept prepared.
const statement = claimStatement.replaceAll(/\s+/g, ' ')
