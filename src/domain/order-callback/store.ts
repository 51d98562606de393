import type { ConnectionProvider } from '../../contract/connection-provider.ts'
import type { Sql } from '../../contract/ports.ts'

export type CallbackKind = 'started' | 'completed' | 'cancelled' | 'expired' | 'failed'

/** A report that one worker holds until `leasedUntil`. */
export type ClaimedCallback = {
  accountId: string
  id: string
  orderId: string
  connectionId: string
  kind: CallbackKind
  stamp: number
  /** Including this one. */
  attempts: number
  leasedUntil: string
}

/** Requests to one connection's system at the same time. */
const inFlightPerConnection = 4

/**
 * Claims due reports of all accounts in a system transaction: of each order the earliest only, so that they arrive in
 * order, and of each connection a few, so that a system that hangs holds no more.
 */
export function claimCallbacks(
  sql: Sql,
  { now, leaseSeconds, limit }: { now: Date; leaseSeconds: number; limit: number },
): Promise<ClaimedCallback[]> {
  return sql.rows(
    `with due as (
       select callback.account_id, callback.id, callback.due_at, row_number() over (
           partition by callback.account_id, callback.connection_id order by callback.due_at) + (
           select count(*) from order_callback busy
            where busy.account_id = callback.account_id and busy.connection_id = callback.connection_id
              and busy.state = 'waiting' and busy.leased_until > $1) as place
         from order_callback callback
        where callback.state = 'waiting' and callback.due_at <= $1
          and (callback.leased_until is null or callback.leased_until <= $1)
          and not exists (select from delivery_hold)
          and not exists (select from account_move move
            where move.account_id = callback.account_id and move.direction = 'out')
          and not exists (select from order_callback earlier
            where earlier.account_id = callback.account_id and earlier.order_id = callback.order_id
              and earlier.stamp < callback.stamp and earlier.state = 'waiting')
     ), chosen as (
       select account_id, id from due where place <= $4 order by due_at limit $3
     )
     update order_callback callback set leased_until = $2, attempts = attempts + 1 from chosen
      where callback.account_id = chosen.account_id and callback.id = chosen.id and callback.state = 'waiting'
        and (callback.leased_until is null or callback.leased_until <= $1)
     returning callback.account_id as "accountId", callback.id, callback.order_id as "orderId",
       callback.connection_id as "connectionId", callback.kind, callback.stamp::float8 as stamp, callback.attempts,
       callback.leased_until as "leasedUntil"`,
    [now, new Date(now.getTime() + leaseSeconds * 1_000), limit, inFlightPerConnection],
  )
}

/** Records the outcome of one attempt. False if it was cancelled meanwhile, or claimed by another worker. */
export async function recordCallback(
  sql: Sql,
  { accountId, id, leasedUntil }: ClaimedCallback,
  outcome: { state: 'delivered' | 'waiting' | 'failed'; dueAt: Date | null; now: Date },
): Promise<boolean> {
  const changed = await sql.run(
    `update order_callback set state = $3, due_at = coalesce($4, due_at), leased_until = null,
        done_at = case when $3 = 'waiting' then null else $5::timestamptz end
      where account_id = $1 and id = $2 and state = 'waiting' and (leased_until = $6 or $3 = 'delivered')`,
    [accountId, id, outcome.state, outcome.dueAt, outcome.now, leasedUntil],
  )
  return changed > 0
}

/** What a report needs: its order, its person's document and its connection. */
export type CallbackFacts = {
  isSandbox: boolean
  provider: ConnectionProvider
  keySealed: Buffer | null
  remoteKeySealed: Buffer | null
  sharesLabels: boolean
  reference: string
  callbackUrl: string | null
  profileId: string
}

/** Undefined if the connection has ended or the order was deleted. */
export function findCallbackFacts(
  sql: Sql,
  { accountId, orderId, connectionId }: ClaimedCallback,
): Promise<CallbackFacts | undefined> {
  return sql.row(
    `select account.mode = 'sandbox' as "isSandbox", connection.provider, connection.key_sealed as "keySealed",
        connection.remote_key_sealed as "remoteKeySealed",
        connection.shares_labels_since is not null as "sharesLabels", placed.reference,
        placed.callback_url as "callbackUrl", placed.profile_id as "profileId"
       from assessment_order placed
       join connection on connection.account_id = placed.account_id and connection.id = $3
       join account on account.id = placed.account_id
      where placed.account_id = $1 and placed.id = $2 and connection.revoked_at is null`,
    [accountId, orderId, connectionId],
  )
}

/** Keeps a report of a sandbox, from which nothing leaves, where its messages are. */
export async function keepCallback(
  sql: Sql,
  { accountId, id }: ClaimedCallback,
  { profileId, url, text, now }: { profileId: string; url: string; text: string; now: Date },
): Promise<void> {
  await sql.run(
    `insert into mailbox_message (account_id, id, profile_id, channel, recipient, subject, body_text, body_html,
        message_id, created_at)
     values ($1, $2, $3, 'callback', $4, '', $5, '', $7, $6) on conflict do nothing`,
    [accountId, id, profileId, url, text, now, id],
  )
}
