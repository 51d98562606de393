import type { Sql } from '../../contract/ports.ts'
import type { AppMessage } from '../../contract/region-message.ts'

/**
 * Appends a message to a region's feed, in a system transaction. Locks the feed's row until the transaction ends, so
 * that messages become visible in the order of their numbers.
 */
export async function appendMessage(
  sql: Sql,
  zone: string,
  { id, message, now }: { id: string; message: AppMessage; now: Date },
): Promise<void> {
  await sql.run(
    `with feed as (
       insert into region_feed (zone, last_seq) values ($1, 1)
       on conflict (zone) do update set last_seq = region_feed.last_seq + 1 returning last_seq
     )
     insert into region_message (zone, seq, id, account_id, message, created_at)
     select $1, last_seq, $2, $3, $4::jsonb, $5::timestamptz from feed`,
    [zone, id, message.accountId, JSON.stringify(message), now],
  )
}

/** Whether a region's feed already contains the revocation of this token. */
export async function isTokenRevocationQueued(
  sql: Sql,
  zone: string,
  { accountId, tokenId }: { accountId: string; tokenId: string },
): Promise<boolean> {
  const text = `select 1 from region_message
    where zone = $1 and account_id = $2 and message ->> 'tokenId' = $3 limit 1`
  return (await sql.row(text, [zone, accountId, tokenId])) !== undefined
}

/** The messages of a region after a number, in order, and the highest number. */
export async function readFeed(
  sql: Sql,
  zone: string,
  after: number,
  limit: number,
): Promise<{ entries: { seq: number; id: string; message: AppMessage }[]; lastSeq: number }> {
  const [feed, entries] = await Promise.all([
    sql.row<{ lastSeq: number }>('select last_seq as "lastSeq" from region_feed where zone = $1', [zone]),
    sql.rows<{ seq: number; id: string; message: AppMessage }>(
      'select seq, id, message from region_message where zone = $1 and seq > $2 order by seq limit $3',
      [zone, after, limit],
    ),
  ])
  return { entries, lastSeq: feed?.lastSeq ?? 0 }
}

/** Records up to which number a region has applied its feed. */
export async function acknowledge(sql: Sql, zone: string, seq: number): Promise<void> {
  await sql.run(
    `update region_feed set acknowledged_seq = $2
      where zone = $1 and acknowledged_seq < $2 and last_seq >= $2`,
    [zone, seq],
  )
}

/** The highest number of each region's feed. */
export async function readFeedEnds(sql: Sql): Promise<{ zone: string; lastSeq: number }[]> {
  return sql.rows('select zone, last_seq as "lastSeq" from region_feed')
}

/** Removes messages that were acknowledged and are older than anything a restored region could still need. */
export async function removeAcknowledgedMessages(sql: Sql, before: Date): Promise<number> {
  return sql.run(
    `delete from region_message message using region_feed feed
      where feed.zone = message.zone and message.seq <= feed.acknowledged_seq and message.created_at < $1`,
    [before],
  )
}

/** Up to which number this region has applied its feed, and when it was last up to date. */
export async function findCursor(
  sql: Sql,
  source: string,
): Promise<{ seq: number; heardAt: string } | undefined> {
  return sql.row('select seq, heard_at as "heardAt" from region_cursor where source = $1', [source])
}

export async function writeCursor(sql: Sql, source: string, seq: number, heardAt: Date): Promise<void> {
  await sql.run(
    `insert into region_cursor (source, seq, heard_at) values ($1, $2, $3)
     on conflict (source) do update set seq = excluded.seq, heard_at = excluded.heard_at`,
    [source, seq, heardAt],
  )
}

/** Records that a message was applied; false if it already was, or if its account is not in this region. */
export async function markMessageApplied(
  sql: Sql,
  { accountId, messageId, now }: { accountId: string; messageId: string; now: Date },
): Promise<boolean> {
  const inserted = await sql.run(
    `insert into region_heard (account_id, message_id, heard_at)
     select $1::text, $2, $3::timestamptz where exists (select 1 from account where id = $1::text)
     on conflict do nothing`,
    [accountId, messageId, now],
  )
  return inserted > 0
}

/** Whether a message was already applied. */
export async function isMessageApplied(sql: Sql, accountId: string, messageId: string): Promise<boolean> {
  const text = 'select 1 from region_heard where account_id = $1 and message_id = $2'
  return (await sql.row(text, [accountId, messageId])) !== undefined
}

/** Removes records of messages so old that they are not delivered again. System transactions only. */
export async function removeOldAppliedMarks(sql: Sql, before: Date): Promise<number> {
  return sql.run('delete from region_heard where heard_at < $1', [before])
}

/** Removes queued messages about accounts that are no longer in the region. */
export async function removeMessagesOf(sql: Sql, zone: string, accountIds: readonly string[]): Promise<void> {
  await sql.run('delete from region_message where zone = $1 and account_id = any($2)', [zone, accountIds])
}
