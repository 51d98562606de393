import type { Sql } from '../../contract/ports.ts'
import type { CapKind } from './caps.ts'

/** A row of the tally, with the key in hex. */
export type TallyKey = { kind: CapKind; key: string }

/** Inserts missing rows of the day, locks all rows in one order, and returns the counts by key. */
export async function lockTallies(
  sql: Sql,
  keys: readonly TallyKey[],
  day: string,
): Promise<[string, number][]> {
  const rows = await sql.rows<{ key: string; count: number }>(
    `insert into message_tally (kind, key, day, count)
     select kind, decode(key, 'hex'), $3::date, 0 from unnest($1::text[], $2::text[]) as wanted (kind, key)
      order by kind, key
     on conflict (kind, key, day) do update set count = message_tally.count
     returning encode(key, 'hex') as key, count`,
    [keys.map((one) => one.kind), keys.map((one) => one.key), day],
  )
  return rows.map((row) => [row.key, row.count])
}

/** Deletes rows that were only locked and count nothing. */
export async function addToTallies(
  sql: Sql,
  counts: readonly (TallyKey & { count: number })[],
  day: string,
): Promise<void> {
  await sql.run(
    `update message_tally as tally set count = tally.count + taken.count
       from unnest($1::text[], $2::text[], $3::integer[]) as taken (kind, key, count)
      where tally.kind = taken.kind and tally.key = decode(taken.key, 'hex') and tally.day = $4::date
        and taken.count > 0`,
    [counts.map((one) => one.kind), counts.map((one) => one.key), counts.map((one) => one.count), day],
  )
  await sql.run(
    `delete from message_tally as tally using unnest($1::text[], $2::text[]) as wanted (kind, key)
      where tally.kind = wanted.kind and tally.key = decode(wanted.key, 'hex') and tally.day = $3::date
        and tally.count = 0`,
    [counts.map((one) => one.kind), counts.map((one) => one.key), day],
  )
}

/** Subtracts one from each. Locks the rows in the same order as the other statements. */
export async function subtractFromTallies(sql: Sql, keys: readonly TallyKey[], day: string): Promise<void> {
  await sql.run(
    `with held as materialized (
       select tally.kind, tally.key, tally.day from message_tally as tally
         join unnest($1::text[], $2::text[]) as wanted (kind, key)
           on tally.kind = wanted.kind and tally.key = decode(wanted.key, 'hex')
        where tally.day = $3::date and tally.count > 0
        order by tally.kind, tally.key for update of tally)
     update message_tally as tally set count = tally.count - 1 from held
      where tally.kind = held.kind and tally.key = held.key and tally.day = held.day`,
    [keys.map((key) => key.kind), keys.map((key) => key.key), day],
  )
}

/**
 * Deletes some of the days before yesterday, so the table stays small. Skips rows that another transaction is deleting.
 */
export async function removeOldTallies(sql: Sql, today: string): Promise<void> {
  await sql.run(
    `delete from message_tally where (kind, key, day) in (
       select kind, key, day from message_tally where day < $1::date - 1 limit 500 for update skip locked)`,
    [today],
  )
}

/** The key of an address in hex, and why nothing optional is sent there. */
export type StoppedKey = { key: string; optedOut: boolean; bounced: boolean }

/**
 * Which of these keys of addresses (hex) have opted out of messages from the account, or from any account, and which have
 * bounced.
 */
export function findStoppedKeys(sql: Sql, accountId: string, keys: readonly string[]): Promise<StoppedKey[]> {
  return sql.rows(
    `select * from (
       select key, exists (select from mail_opt_out own
                            where own.account_id = $1 and own.address_key = decode(key, 'hex'))
             or exists (select from mail_opt_out_everywhere every where every.address_key = decode(key, 'hex'))
             as "optedOut",
           exists (select from bounced_address bounced
                    where bounced.account_id = $1 and bounced.address_key = decode(key, 'hex')) as bounced
         from unnest($2::text[]) as given (key)) wanted
      where "optedOut" or bounced`,
    [accountId, keys],
  )
}

/** Notes that an address (its key in hex) has been refused for good. */
export async function insertBouncedKey(
  sql: Sql,
  accountId: string,
  { key, now }: { key: string; now: Date },
): Promise<void> {
  await sql.run(
    `insert into bounced_address (account_id, address_key, bounced_at) values ($1, decode($2, 'hex'), $3)
     on conflict (account_id, address_key) do nothing`,
    [accountId, key, now],
  )
}

/** Lets messages go to these addresses (their keys in hex) again. */
export async function removeBouncedKeys(sql: Sql, accountId: string, keys: readonly string[]): Promise<void> {
  await sql.run(
    `delete from bounced_address where account_id = $1
        and address_key in (select decode(key, 'hex') from unnest($2::text[]) as given (key))`,
    [accountId, keys],
  )
}
