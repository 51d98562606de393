import type { EventType } from '../../contract/event-types.ts'
import type { Sql } from '../../contract/ports.ts'

export type EventPosition = { id: string; seq: number }

/** The oldest event that is kept and the newest one; null without events. */
export type FeedEnds = { oldest: EventPosition | null; latest: EventPosition | null }

export async function readEnds(sql: Sql, accountId: string): Promise<FeedEnds> {
  const end = (order: 'asc' | 'desc') =>
    sql.row<EventPosition>(
      `select id, seq::float8 as seq from event where account_id = $1 order by seq ${order} limit 1`,
      [accountId],
    )
  const [oldest, latest] = await Promise.all([end('asc'), end('desc')])
  return { oldest: oldest ?? null, latest: latest ?? null }
}

/** The number of an event; undefined if it is not kept. */
export async function findSeq(sql: Sql, accountId: string, eventId: string): Promise<number | undefined> {
  const row = await sql.row<{ seq: number }>(
    'select seq::float8 as seq from event where account_id = $1 and id = $2',
    [accountId, eventId],
  )
  return row?.seq
}

/** How many of these events are kept. */
export async function countEvents(sql: Sql, accountId: string, eventIds: readonly string[]): Promise<number> {
  const row = await sql.row<{ count: number }>(
    'select count(*)::integer as count from event where account_id = $1 and id = any($2::text[])',
    [accountId, eventIds],
  )
  return row?.count ?? 0
}

export type StoredEvent = { id: string; body: string }

export async function findEvent(
  sql: Sql,
  accountId: string,
  eventId: string,
): Promise<StoredEvent | undefined> {
  return sql.row<StoredEvent>('select id, body::text as body from event where account_id = $1 and id = $2', [
    accountId,
    eventId,
  ])
}

export type FeedFilters = { types?: readonly EventType[] | undefined; profileId?: string | undefined }

/** Events after one number and up to another, oldest first unless `isNewestFirst`. */
export function listEventRows(
  sql: Sql,
  accountId: string,
  { types, profileId }: FeedFilters,
  {
    after,
    upTo,
    limit,
    isNewestFirst = false,
  }: { after: number; upTo: number; limit: number; isNewestFirst?: boolean },
): Promise<StoredEvent[]> {
  const order = isNewestFirst ? 'order by seq desc' : 'order by seq'
  const page = `seq > $2 and seq <= $3 ${order} limit $4`
  const values = [accountId, after, upTo, limit]
  if (profileId !== undefined) {
    // Events about one person are few enough to filter by type afterwards.
    return sql.rows(
      `select id, body::text as body from event
        where account_id = $1 and profile_id = $5 and ($6::text[] is null or type = any($6)) and ${page}`,
      [...values, profileId, types ?? null],
    )
  }
  if (types) {
    // One bounded read per type: a rare type must not be searched for among all others.
    return sql.rows(
      `select page.id, page.body::text as body from unnest($5::text[]) as wanted (type)
        cross join lateral (
          select id, seq, body from event where account_id = $1 and event.type = wanted.type and ${page}
        ) page
        ${order.replace('seq', 'page.seq')} limit $4`,
      [...values, types],
    )
  }
  return sql.rows(`select id, body::text as body from event where account_id = $1 and ${page}`, values)
}

/** Keys of these profiles and tags, by id. */
export async function readCustomIds(
  sql: Sql,
  accountId: string,
  resourceIds: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await sql.rows<{ id: string; key: string }>(
    `select resource_id as id, consumer_key as key from resource_alias
      where account_id = $1 and resource_type = any('{profile,tag}') and resource_id = any($2::text[])
      order by created_at, id`,
    [accountId, resourceIds],
  )
  const keys = new Map<string, string[]>()
  for (const { id, key } of rows) keys.set(id, [...(keys.get(id) ?? []), key])
  return keys
}

/** Present names of these campaigns, by id. */
export async function readCampaignNames(
  sql: Sql,
  accountId: string,
  campaignIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await sql.rows<{ id: string; name: string }>(
    'select id, name from campaign where account_id = $1 and id = any($2::text[])',
    [accountId, campaignIds],
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Removes up to `limit` events from before this time, but never the newest one. Returns how many. */
export function removeEvents(sql: Sql, accountId: string, before: Date, limit: number): Promise<number> {
  return sql.run(
    `delete from event where account_id = $1 and seq in (
       select seq from event
        where account_id = $1 and at < $2
          and seq < (select seq from event_head where account_id = $1)
          and seq < coalesce((select min(seq) from event where account_id = $1), 0) + $3
        order by seq limit $3)`,
    [accountId, before, limit],
  )
}
