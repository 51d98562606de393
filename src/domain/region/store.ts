import type { Sql } from '../../contract/ports.ts'
import type { AppMessage } from '../../contract/region-message.ts'

/**
 * Appends a message to the feed of a zone, in a system transaction. The row of the feed is held until the end of
 * that transaction, so that the messages of a zone become visible in the order of their numbers.
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

/** Whether the feed of a zone says already that this token was taken back. */
export async function isTokenRevocationQueued(
  sql: Sql,
  zone: string,
  { accountId, tokenId }: { accountId: string; tokenId: string },
): Promise<boolean> {
  const text = `select 1 from region_message
    where zone = $1 and account_id = $2 and message ->> 'tokenId' = $3 limit 1`
  return (await sql.row(text, [zone, accountId, tokenId])) !== undefined
}

/** The messages of a zone behind a number, in order, and the highest number given. */
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

/** Notes how far a zone has heard. */
export async function acknowledge(sql: Sql, zone: string, seq: number): Promise<void> {
  await sql.run(
    `update region_feed set acknowledged_seq = $2
      where zone = $1 and acknowledged_seq < $2 and last_seq >= $2`,
    [zone, seq],
  )
}

/** The highest number of each zone's feed. */
export async function readFeedEnds(sql: Sql): Promise<{ zone: string; lastSeq: number }[]> {
  return sql.rows('select zone, last_seq as "lastSeq" from region_feed')
}

/** Removes messages that were heard, and are older than anything that a restored region could still miss. */
export async function removeAcknowledgedMessages(sql: Sql, before: Date): Promise<number> {
  return sql.run(
    `delete from region_message message using region_feed feed
      where feed.zone = message.zone and message.seq <= feed.acknowledged_seq and message.created_at < $1`,
    [before],
  )
}

/** How far this region has heard, and when it last knew that there was no more. */
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

/** Notes that a message was heard; false when it was before, or its account is not here. */
export async function markMessageApplied(
  sql: Sql,
  { accountId, messageId, now }: { accountId: string; messageId: string; now: Date },
): Promise<boolean> {
  const made = await sql.run(
    `insert into region_heard (account_id, message_id, heard_at)
     select $1::text, $2, $3::timestamptz where exists (select 1 from account where id = $1::text)
     on conflict do nothing`,
    [accountId, messageId, now],
  )
  return made > 0
}

/** Whether a message was heard before. */
export async function isMessageApplied(sql: Sql, accountId: string, messageId: string): Promise<boolean> {
  const text = 'select 1 from region_heard where account_id = $1 and message_id = $2'
  return (await sql.row(text, [accountId, messageId])) !== undefined
}

/** Forgets what was heard so long ago that it is not sent again; only a system transaction may. */
export async function removeOldAppliedMarks(sql: Sql, before: Date): Promise<number> {
  return sql.run('delete from region_heard where heard_at < $1', [before])
}

/** Removes what a zone was still to hear of accounts that it has no longer. */
export async function removeMessagesOf(sql: Sql, zone: string, accountIds: readonly string[]): Promise<void> {
  await sql.run('delete from region_message where zone = $1 and account_id = any($2)', [zone, accountIds])
}
