import type { OrderProvider } from '../../contract/order-provider.ts'
import type { RowRange } from '../../contract/pagination.ts'
import type { Sql } from '../../contract/ports.ts'
import type { MovedOrder } from '../order-progress/store.ts'
import type { OrderState } from './model.ts'

export type OrderRow = {
  id: string
  reference: string
  provider: OrderProvider
  connectionId: string | null
  packageId: string
  profileId: string
  externalRef: string | null
  state: OrderState
  callbackUrl: string | null
  redirectUrl: string | null
  inviteId: string | null
  createdAt: string
  startedAt: string | null
  completedAt: string | null
}

const columns = `id, reference, provider, connection_id as "connectionId", package_id as "packageId",
  profile_id as "profileId", external_ref as "externalRef", state, callback_url as "callbackUrl",
  redirect_url as "redirectUrl",
  invite_id as "inviteId", created_at as "createdAt", started_at as "startedAt", completed_at as "completedAt"`

/** How far an order has come when it is placed. */
export type OrderProgress = Pick<OrderRow, 'profileId' | 'state' | 'inviteId'> & {
  now: Date
  expiresAt: Date
  startedAt: Date | null
  completedAt: Date | null
}

export type NewOrder = Omit<OrderRow, 'createdAt' | keyof OrderProgress> &
  OrderProgress & {
    accountId: string
    assessmentIds: readonly string[]
    orderKey: Buffer | null
  }

export async function insertOrder(sql: Sql, order: NewOrder): Promise<OrderRow> {
  const row = await sql.row<OrderRow>(
    `insert into assessment_order (account_id, id, reference, provider, connection_id, package_id, assessment_ids,
        profile_id, external_ref, order_key, callback_url, redirect_url, state, invite_id, created_at, updated_at, expires_at,
        started_at, completed_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15, $16, $17, $18)
     returning ${columns}`,
    [
      ...[order.accountId, order.id, order.reference, order.provider, order.connectionId, order.packageId],
      ...[order.assessmentIds, order.profileId, order.externalRef, order.orderKey, order.callbackUrl],
      order.redirectUrl,
      ...[order.state, order.inviteId, order.now, order.expiresAt, order.startedAt, order.completedAt],
    ],
  )
  if (!row) throw new Error('The order was not inserted.')
  return row
}

/** Places an order that has ended again. */
export async function reopenOrder(
  sql: Sql,
  accountId: string,
  id: string,
  order: OrderProgress & { packageId: string; assessmentIds: readonly string[] },
): Promise<OrderRow> {
  const row = await sql.row<OrderRow>(
    `update assessment_order set profile_id = $3, state = $4, invite_id = $5, updated_at = $6, expires_at = $7,
        started_at = $8, completed_at = $9, package_id = $10, assessment_ids = $11
      where account_id = $1 and id = $2 returning ${columns}`,
    [
      ...[accountId, id, order.profileId, order.state, order.inviteId, order.now, order.expiresAt],
      ...[order.startedAt, order.completedAt, order.packageId, order.assessmentIds],
    ],
  )
  if (!row) throw new Error('The order was not found.')
  return row
}

export type OrderFilters = {
  state?: OrderState | undefined
  profileId?: string | undefined
  externalRef?: string | undefined
}

/** One page of the orders, newest first, and their number. */
export async function listOrderRows(
  sql: Sql,
  accountId: string,
  { state, profileId, externalRef }: OrderFilters,
  { limit, offset }: RowRange,
): Promise<{ rows: OrderRow[]; total: number }> {
  const values: unknown[] = [accountId]
  const conditions = Object.entries({ state, profile_id: profileId, external_ref: externalRef }).flatMap(
    ([column, value]) => (value === undefined ? [] : [` and ${column} = $${values.push(value)}::text`]),
  )
  const where = `account_id = $1${conditions.join('')}`
  const most = values.length + 1
  const [rows, counted] = await Promise.all([
    sql.rows<OrderRow>(
      `select ${columns} from assessment_order where ${where}
        order by created_at desc, id desc limit $${most} offset $${most + 1}`,
      [...values, limit, offset],
    ),
    sql.row<{ total: number }>(
      `select count(*)::integer as total from assessment_order where ${where}`,
      values,
    ),
  ])
  return { rows, total: counted?.total ?? 0 }
}

export function findOrder(sql: Sql, accountId: string, id: string): Promise<OrderRow | undefined> {
  return sql.row(`select ${columns} from assessment_order where account_id = $1 and id = $2`, [accountId, id])
}

/** Locks the person of an order, and then the order: as whatever else moves an order does. */
export async function lockOrder(sql: Sql, accountId: string, id: string): Promise<OrderRow | undefined> {
  await sql.rows(
    `select 1 from profile where account_id = $1 and id = (
       select profile_id from assessment_order where account_id = $1 and id = $2) for no key update`,
    [accountId, id],
  )
  return sql.row(`select ${columns} from assessment_order where account_id = $1 and id = $2 for update`, [
    accountId,
    id,
  ])
}

/** Ends an order that can still go on. False if it can't. */
export async function cancelOrderRow(sql: Sql, accountId: string, id: string, now: Date): Promise<boolean> {
  const changed = await sql.run(
    `update assessment_order set state = 'cancelled', updated_at = $3
      where account_id = $1 and id = $2 and state in ('open', 'started', 'failed')`,
    [accountId, id, now],
  )
  return changed > 0
}

/** Whether the link of an order belongs to another one that can still go on. */
export async function hasOtherOrder(
  sql: Sql,
  accountId: string,
  { id, inviteId }: { id: string; inviteId: string },
): Promise<boolean> {
  const row = await sql.row(
    `select 1 from assessment_order
      where account_id = $1 and invite_id = $2 and id <> $3 and state in ('open', 'started', 'failed') limit 1`,
    [accountId, inviteId, id],
  )
  return row !== undefined
}

/** Serializes the orders of one connection with this key, or for this address. */
export async function lockWish(sql: Sql, connectionId: string, text: string): Promise<void> {
  await sql.rows(
    `select pg_advisory_xact_lock(hashtextextended('order:' || $1::text || ':' || $2::text, 0))`,
    [connectionId, text],
  )
}

/** The newest order of a connection with this key. */
export function findOrderByKey(
  sql: Sql,
  accountId: string,
  { connectionId, orderKey }: { connectionId: string; orderKey: Buffer },
): Promise<OrderRow | undefined> {
  return sql.row(
    `select ${columns} from assessment_order where account_id = $1 and connection_id = $2 and order_key = $3
      order by created_at desc, id desc limit 1`,
    [accountId, connectionId, orderKey],
  )
}

/** Only among the orders of the connection: another one's is like one that does not exist. */
export function findOrderByReference(
  sql: Sql,
  accountId: string,
  { connectionId, reference }: { connectionId: string; reference: string },
): Promise<OrderRow | undefined> {
  return sql.row(
    `select ${columns} from assessment_order where account_id = $1 and connection_id = $2 and reference = $3`,
    [accountId, connectionId, reference],
  )
}

/** Whether the person has an order of the package through this connection that can still go on. */
export async function hasOpenOrder(
  sql: Sql,
  accountId: string,
  { connectionId, profileId, packageId }: { connectionId: string; profileId: string; packageId: string },
): Promise<boolean> {
  const row = await sql.row(
    `select 1 from assessment_order where account_id = $1 and connection_id = $2 and profile_id = $3
        and package_id = $4 and state in ('open', 'started') limit 1`,
    [accountId, connectionId, profileId, packageId],
  )
  return row !== undefined
}

const expiredPerLook = 500

/**
 * Accounts with orders whose time is over, without some accounts and those that move away. Needs a system transaction. There
 * may be more of them after these.
 */
export async function listAccountsWithDueOrders(
  sql: Sql,
  now: Date,
  without: readonly string[],
): Promise<string[]> {
  const rows = await sql.rows<{ accountId: string }>(
    `select distinct account_id as "accountId" from (
       select account_id from assessment_order
        where expires_at <= $1 and state in ('open', 'started', 'failed') and account_id <> all($3::text[])
          and not exists (select from account_move move
            where move.account_id = assessment_order.account_id and move.direction = 'out')
        order by expires_at limit $2) as due`,
    [now, expiredPerLook, without],
  )
  return rows.map(({ accountId }) => accountId)
}

/** Ends the orders of an account whose time is over, up to a limit. */
export function expireOrders(sql: Sql, accountId: string, now: Date): Promise<MovedOrder[]> {
  return sql.rows(
    `update assessment_order set state = 'expired', updated_at = $2
      where account_id = $1 and id in (
        select id from assessment_order
         where account_id = $1 and expires_at <= $2 and state in ('open', 'started', 'failed')
         order by expires_at limit $3 for update skip locked)
     returning id as "orderId", profile_id as "profileId", package_id as "packageId", provider`,
    [accountId, now, expiredPerLook],
  )
}
