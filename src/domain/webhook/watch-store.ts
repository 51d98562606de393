import type { Sql } from '../../contract/ports.ts'

/** Without a success since `before`, after at least so many failures. */
export type FailingLimit = { before: Date; failures: number }

export type WatchTimes = {
  told: FailingLimit
  toldAgain: FailingLimit
  disabled: FailingLimit
  deletedBefore: Date
  maxWaiting: number
}

/**
 * Endpoints that something may have to be done about, without those of some accounts and of accounts that move away. Needs a
 * system transaction, which sees all accounts.
 */
export function listToWatch(
  sql: Sql,
  { told, toldAgain, disabled, deletedBefore, maxWaiting }: WatchTimes,
  { limit, without }: { limit: number; without: readonly string[] },
): Promise<{ accountId: string; webhookId: string }[]> {
  return sql.rows(
    `select account_id as "accountId", id as "webhookId" from webhook_endpoint endpoint
      where ((state = 'enabled' and (
          (failing_since <= $1 and failures >= $2 and notices < 1)
          or (failing_since <= $3 and failures >= $4 and notices < 2)
          or (failing_since <= $5 and failures >= $6)
          or exists (select from webhook_delivery
            where account_id = endpoint.account_id and webhook_id = endpoint.id and state = 'waiting' offset $7)))
        or (state = 'deleted' and updated_at <= $8))
        and account_id <> all($10::text[])
        and not exists (select from account_move move
          where move.account_id = endpoint.account_id and move.direction = 'out')
      order by failing_since limit $9`,
    [
      ...[told.before, told.failures, toldAgain.before, toldAgain.failures],
      ...[disabled.before, disabled.failures, maxWaiting, deletedBefore, limit],
      without,
    ],
  )
}

export type WatchedRow = {
  state: 'enabled' | 'deleted'
  urlHost: string
  failingSince: string | null
  failures: number
  /** How many emails owners have got about the present failure. */
  notices: number
  /** Status of the latest attempt; null if there was no response. */
  lastStatus: number | null
  /** Deliveries that wait: exact up to the limit, one more if there are more. */
  waiting: number
}

/** Locks an endpoint that is enabled or deleted, before its deliveries, as everywhere. */
export async function findWatched(
  sql: Sql,
  accountId: string,
  webhookId: string,
  most: number,
): Promise<WatchedRow | undefined> {
  return sql.row(
    `select state, url_host as "urlHost", failing_since as "failingSince", failures, notices,
        (select status from webhook_attempt where account_id = $1 and webhook_id = $2 order by at desc limit 1)
          as "lastStatus",
        (select count(*)::integer from (select from webhook_delivery
          where account_id = $1 and webhook_id = $2 and state = 'waiting' limit $3::integer + 1) as found) as waiting
       from webhook_endpoint where account_id = $1 and id = $2 and state <> 'disabled' for no key update`,
    [accountId, webhookId, most],
  )
}

export async function noteNotice(
  sql: Sql,
  accountId: string,
  webhookId: string,
  notice: number,
): Promise<void> {
  await sql.run(`update webhook_endpoint set notices = $3 where account_id = $1 and id = $2`, [
    accountId,
    webhookId,
    notice,
  ])
}

/** Removes what is left of an endpoint that was deleted long ago, with its log. */
export async function removeDeleted(
  sql: Sql,
  accountId: string,
  webhookId: string,
  before: Date,
): Promise<void> {
  await sql.run(
    `delete from webhook_endpoint where account_id = $1 and id = $2 and state = 'deleted' and updated_at <= $3`,
    [accountId, webhookId, before],
  )
}
