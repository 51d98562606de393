import type { Sql } from '../../contract/ports.ts'

export type EndpointRow = {
  id: string
  createdAt: string
  updatedAt: string
  name: string | null
  types: string[] | null
  strict: boolean
  maxInFlight: number
  includeCustomIds: boolean
  state: 'enabled' | 'disabled'
  disabledReason: DisabledReason | null
  urlSealed: Buffer
  urlHost: string
  urlEnd: string
  secretSealed: Buffer
  formerSecretSealed: Buffer | null
  formerSecretUntil: string | null
  lastSuccessAt: string | null
  failingSince: string | null
  failures: number
  tests: string[]
}

export type DisabledReason = 'failing' | 'gone' | 'backlog' | 'grantEnded'

const columns = `id, created_at as "createdAt", updated_at as "updatedAt", name, types, strict,
  max_in_flight as "maxInFlight", include_custom_ids as "includeCustomIds", state,
  disabled_reason as "disabledReason", url_sealed as "urlSealed", url_host as "urlHost", url_end as "urlEnd",
  secret_sealed as "secretSealed", former_secret_sealed as "formerSecretSealed",
  former_secret_until as "formerSecretUntil", last_success_at as "lastSuccessAt", failing_since as "failingSince",
  failures, tests`

/** The endpoints of the account, oldest first. */
export function listEndpoints(sql: Sql, accountId: string): Promise<EndpointRow[]> {
  return sql.rows(
    `select ${columns} from webhook_endpoint where account_id = $1 and state <> 'deleted'
      order by created_at, id`,
    [accountId],
  )
}

export function findEndpoint(
  sql: Sql,
  accountId: string,
  id: string,
  lock: '' | 'for no key update' = '',
): Promise<EndpointRow | undefined> {
  return sql.row(
    `select ${columns} from webhook_endpoint where account_id = $1 and id = $2 and state <> 'deleted' ${lock}`,
    [accountId, id],
  )
}

/** Serializes the creation of endpoints, so that their number is right. */
export async function lockEndpoints(sql: Sql, accountId: string): Promise<void> {
  await sql.rows(`select pg_advisory_xact_lock(hashtextextended('webhook:' || $1::text, 0))`, [accountId])
}

export async function hasEndpointAt(
  sql: Sql,
  accountId: string,
  urlKeys: readonly Buffer[],
  exceptId: string,
): Promise<boolean> {
  const text = `select 1 from webhook_endpoint
    where account_id = $1 and url_key = any($2::bytea[]) and id <> $3 and state <> 'deleted'`
  return (await sql.row(text, [accountId, urlKeys, exceptId])) !== undefined
}

export type EndpointSettings = Pick<
  EndpointRow,
  'name' | 'types' | 'strict' | 'maxInFlight' | 'includeCustomIds' | 'urlSealed' | 'urlHost' | 'urlEnd'
> & { urlKey: Buffer }

export async function insertEndpoint(
  sql: Sql,
  accountId: string,
  endpoint: EndpointSettings & {
    id: string
    now: Date
    secretSealed: Buffer
    clientId: string | null
    grantId: string | null
  },
): Promise<void> {
  await sql.run(
    `insert into webhook_endpoint (account_id, id, created_at, updated_at, name, types, strict, max_in_flight,
        include_custom_ids, url_sealed, url_host, url_end, url_key, secret_sealed, client_id, grant_id)
     values ($1, $2, $3, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      accountId,
      endpoint.id,
      endpoint.now,
      endpoint.name,
      endpoint.types,
      endpoint.strict,
      endpoint.maxInFlight,
      endpoint.includeCustomIds,
      endpoint.urlSealed,
      endpoint.urlHost,
      endpoint.urlEnd,
      endpoint.urlKey,
      endpoint.secretSealed,
      endpoint.clientId,
      endpoint.grantId,
    ],
  )
}

export async function updateEndpoint(
  sql: Sql,
  accountId: string,
  id: string,
  settings: EndpointSettings,
  now: Date,
): Promise<void> {
  await sql.run(
    `update webhook_endpoint set name = $3, types = $4, strict = $5, max_in_flight = $6, include_custom_ids = $7,
        url_sealed = $8, url_host = $9, url_end = $10, url_key = $11, updated_at = $12
      where account_id = $1 and id = $2`,
    [
      accountId,
      id,
      settings.name,
      settings.types,
      settings.strict,
      settings.maxInFlight,
      settings.includeCustomIds,
      settings.urlSealed,
      settings.urlHost,
      settings.urlEnd,
      settings.urlKey,
      now,
    ],
  )
}

/** Enables an endpoint with a clean record: it belongs to the account from now on, regardless of who created it. */
export async function enableEndpoint(sql: Sql, accountId: string, id: string, now: Date): Promise<void> {
  await sql.run(
    `update webhook_endpoint set state = 'enabled', disabled_reason = null, failing_since = null, failures = 0,
        notices = 0, held_until = null, grant_id = case when disabled_reason = 'grantEnded' then null else grant_id end,
        updated_at = $3
      where account_id = $1 and id = $2`,
    [accountId, id, now],
  )
}

/** Disables an endpoint; false if it was not enabled. Deliveries that wait are held until it is enabled again. */
export async function disableEndpoint(
  sql: Sql,
  accountId: string,
  id: string,
  { reason, now }: { reason: DisabledReason | null; now: Date },
): Promise<boolean> {
  const disabled = await sql.run(
    `update webhook_endpoint set state = 'disabled', disabled_reason = $3, updated_at = $4
      where account_id = $1 and id = $2 and state = 'enabled'`,
    [accountId, id, reason, now],
  )
  return disabled > 0
}

/** The enabled endpoints that were created with these grants. */
export async function listEndpointsOfGrants(
  sql: Sql,
  accountId: string,
  grantIds: readonly string[],
  /** Endpoints of this client are the account's own. */
  exceptClientId: string,
): Promise<string[]> {
  const rows = await sql.rows<{ id: string }>(
    `select id from webhook_endpoint where account_id = $1 and grant_id = any($2::text[]) and state = 'enabled'
        and client_id is distinct from $3`,
    [accountId, grantIds, exceptClientId],
  )
  return rows.map(({ id }) => id)
}

/** The endpoint's address and secrets are gone at once, its log after as long as events are kept. */
export async function removeEndpoint(sql: Sql, accountId: string, id: string, now: Date): Promise<void> {
  await sql.run(
    `update webhook_endpoint set state = 'deleted', name = null, url_sealed = null, url_host = '', url_end = '',
        secret_sealed = null, former_secret_sealed = null, former_secret_until = null, updated_at = $3
      where account_id = $1 and id = $2`,
    [accountId, id, now],
  )
  await sql.run(
    `update webhook_delivery set state = 'cancelled', reason = 'endpoint deleted', done_at = $3, leased_until = null
      where account_id = $1 and webhook_id = $2 and state = 'waiting'`,
    [accountId, id, now],
  )
}

export async function rotateSecret(
  sql: Sql,
  accountId: string,
  id: string,
  rotation: { secretSealed: Buffer; formerSealed: Buffer | null; formerUntil: Date | null; now: Date },
): Promise<void> {
  await sql.run(
    `update webhook_endpoint set secret_sealed = $3, former_secret_sealed = $4, former_secret_until = $5,
        updated_at = $6
      where account_id = $1 and id = $2`,
    [accountId, id, rotation.secretSealed, rotation.formerSealed, rotation.formerUntil, rotation.now],
  )
}

/** Times of the tests of all endpoints since then. */
export async function countTests(sql: Sql, accountId: string, since: Date): Promise<number> {
  const row = await sql.row<{ count: number }>(
    `select count(*)::integer as count from webhook_endpoint, unnest(tests) as at
      where account_id = $1 and at > $2`,
    [accountId, since],
  )
  return row?.count ?? 0
}

export async function noteTest(
  sql: Sql,
  accountId: string,
  id: string,
  { now, since }: { now: Date; since: Date },
): Promise<void> {
  await sql.run(
    `update webhook_endpoint set tests = array(select at from unnest(tests) as at where at > $4) || $3::timestamptz
      where account_id = $1 and id = $2`,
    [accountId, id, now, since],
  )
}

export type HealthRow = {
  waiting: number
  oldestWaitingAt: string | null
  delivered: number
  failed: number
  p50: number | null
  p95: number | null
  /** Of each hour since `since`, the oldest first. */
  hours: { delivered: number; failed: number }[]
}

export async function readHealth(
  sql: Sql,
  accountId: string,
  webhookId: string,
  { since, most }: { since: Date; most: number },
): Promise<HealthRow> {
  const row = await sql.row<HealthRow>(
    `with waiting as (
       select created_at from webhook_delivery
        where account_id = $1 and webhook_id = $2 and state = 'waiting' order by event_seq limit $4),
     recent as (
       select at, status, milliseconds from webhook_attempt
        where account_id = $1 and webhook_id = $2 and at > $3 order by at desc limit 10000)
     select (select count(*)::integer from waiting) as waiting,
       (select min(created_at) from waiting) as "oldestWaitingAt",
       (select count(*)::integer from recent where status between 200 and 299) as delivered,
       (select count(*)::integer from recent where status is null or status not between 200 and 299) as failed,
       (select percentile_disc(0.5) within group (order by milliseconds) from recent
         where status between 200 and 299) as p50,
       (select percentile_disc(0.95) within group (order by milliseconds) from recent
         where status between 200 and 299) as p95,
       (select json_agg(json_build_object('delivered', delivered, 'failed', failed) order by hour) from (
         select hour, count(*) filter (where status between 200 and 299) as delivered,
           count(at) filter (where status is null or status not between 200 and 299) as failed
           from generate_series(0, 23) as hour
           left join recent on least(23, floor(extract(epoch from at - $3::timestamptz) / 3600)) = hour
          group by hour) as counted) as hours`,
    [accountId, webhookId, since, most],
  )
  return row as HealthRow
}

/** Events that have no delivery to this endpoint, since the last one that has. */
export async function findMissed(
  sql: Sql,
  accountId: string,
  webhookId: string,
  types: readonly string[] | null,
): Promise<{ from: number; to: number; count: number; after: string | null } | undefined> {
  const row = await sql.row<{ from: number | null; to: number; count: number; after: string | null }>(
    `select min(seq)::float8 as from, max(seq)::float8 as to, count(*)::integer as count,
       (select id from event where account_id = $1 and seq < min(missed.seq) order by seq desc limit 1) as after
      from (
       select seq from event
        where account_id = $1
          and seq > coalesce((select max(event_seq) from webhook_delivery
                               where account_id = $1 and webhook_id = $2), 0)
          and at > (select created_at from webhook_endpoint where account_id = $1 and id = $2)
          and ($3::text[] is null or type = any($3) or split_part(type, '.', 1) || '.*' = any($3))
        order by seq limit 10000) as missed`,
    [accountId, webhookId, types],
  )
  return row && row.from !== null ? { ...row, from: row.from } : undefined
}
