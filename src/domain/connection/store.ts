import type { ConnectionProvider } from '../../contract/connection-provider.ts'
import type { Sql } from '../../contract/ports.ts'

export type ConnectionRow = {
  id: string
  provider: ConnectionProvider
  name: string
  clientId: string
  createdAt: string
  keyLastFour: string
  keyMadeAt: string
  keySealed: Buffer | null
  remoteKeySealed: Buffer | null
  sharesLabelsSince: string | null
  deleteErases: boolean
}

const columns = `connection.id, connection.provider, connection.name, connection.client_id as "clientId",
  connection.created_at as "createdAt", connection.key_last_four as "keyLastFour",
  connection.key_made_at as "keyMadeAt", connection.key_sealed as "keySealed",
  connection.remote_key_sealed as "remoteKeySealed", connection.shares_labels_since as "sharesLabelsSince",
  connection.delete_erases as "deleteErases"`

/** Serializes changes of an account's connections, so that their number is exact. */
export async function lockConnections(sql: Sql, accountId: string): Promise<void> {
  await sql.rows(`select pg_advisory_xact_lock(hashtextextended('connection:' || $1::text, 0))`, [accountId])
}

export type StoredKey = { keyHash: Buffer; keyLastFour: string; keySealed: Buffer | null }

export type NewConnection = StoredKey &
  Pick<ConnectionRow, 'id' | 'provider' | 'name' | 'clientId' | 'remoteKeySealed' | 'deleteErases'> & {
    sharesLabelsSince: Date | null
    makerClientId: string | null
    makerGrantId: string | null
    now: Date
  }

export async function insertConnection(sql: Sql, accountId: string, row: NewConnection): Promise<void> {
  await sql.run(
    `insert into connection (account_id, id, provider, name, client_id, created_at, updated_at, key_hash,
        key_last_four, key_made_at, key_sealed, remote_key_sealed, shares_labels_since, delete_erases,
        maker_client_id, maker_grant_id)
     values ($1, $2, $3, $4, $5, $6, $6, $7, $8, $6, $9, $10, $11, $12, $13, $14)`,
    [
      ...[accountId, row.id, row.provider, row.name, row.clientId, row.now, row.keyHash, row.keyLastFour],
      ...[row.keySealed, row.remoteKeySealed, row.sharesLabelsSince, row.deleteErases],
      ...[row.makerClientId, row.makerGrantId],
    ],
  )
}

export type ConnectionChange = Partial<
  Pick<ConnectionRow, 'name' | 'remoteKeySealed' | 'deleteErases'> & { sharesLabelsSince: Date | null }
>

const changeColumns = {
  name: 'name',
  remoteKeySealed: 'remote_key_sealed',
  deleteErases: 'delete_erases',
  sharesLabelsSince: 'shares_labels_since',
} as const satisfies Record<keyof ConnectionChange, string>

export async function updateConnectionRow(
  sql: Sql,
  accountId: string,
  id: string,
  change: ConnectionChange,
  now: Date,
): Promise<void> {
  const names = Object.keys(change) as (keyof ConnectionChange)[]
  const assignments = names.map((name, index) => `${changeColumns[name]} = $${index + 4}`)
  await sql.run(
    `update connection set ${['updated_at = $3', ...assignments].join(', ')} where account_id = $1 and id = $2`,
    [accountId, id, now, ...names.map((name) => change[name])],
  )
}

export async function replaceConnectionKey(
  sql: Sql,
  accountId: string,
  id: string,
  { keyHash, keyLastFour, keySealed }: StoredKey,
  now: Date,
): Promise<void> {
  await sql.run(
    `update connection set key_hash = $3, key_last_four = $4, key_sealed = $5, key_made_at = $6, updated_at = $6
      where account_id = $1 and id = $2`,
    [accountId, id, keyHash, keyLastFour, keySealed, now],
  )
}

/** A connection as lists show it, with what its log and its reports say. */
export type ListedConnection = ConnectionRow & {
  lastUsedAt: string | null
  waiting: number
  problemAt: string | null
  problemCall: string | null
  problemMessage: string | null
}

/** The connections that have not ended, in order of creation. */
export function listConnectionRows(sql: Sql, accountId: string, id?: string): Promise<ListedConnection[]> {
  return sql.rows(
    `select ${columns}, client.last_used_at as "lastUsedAt",
        (select count(*)::integer from order_callback callback
          where callback.account_id = $1 and callback.connection_id = connection.id
            and callback.state = 'waiting') as waiting,
        last.at as "problemAt", last.call as "problemCall", last.message as "problemMessage"
       from connection
       join machine_client client using (account_id, client_id)
       left join lateral (
         select entry.at, entry.call, entry.message, entry.is_problem from connection_entry entry
          where entry.account_id = $1 and entry.connection_id = connection.id
          order by entry.at desc, entry.id desc limit 1) as last on last.is_problem
      where connection.account_id = $1 and connection.revoked_at is null and client.revoked_at is null
        and ($2::text is null or connection.id = $2)
      order by connection.created_at, connection.id`,
    [accountId, id ?? null],
  )
}

export function lockConnection(sql: Sql, accountId: string, id: string): Promise<ConnectionRow | undefined> {
  return sql.row(
    `select ${columns} from connection where account_id = $1 and id = $2 and revoked_at is null for update`,
    [accountId, id],
  )
}

/** The connection whose machine client this is. */
export function findConnectionOfClient(
  sql: Sql,
  accountId: string,
  clientId: string,
): Promise<ConnectionRow | undefined> {
  return sql.row(
    `select ${columns} from connection where account_id = $1 and client_id = $2 and revoked_at is null`,
    [accountId, clientId],
  )
}

/** Ends connections: their keys are erased, and nothing more is reported. Returns their machine clients. */
export async function endConnectionRows(
  sql: Sql,
  accountId: string,
  ids: readonly string[],
  now: Date,
): Promise<string[]> {
  const ended = await sql.rows<{ clientId: string }>(
    `update connection set revoked_at = $3, updated_at = $3, key_hash = null, key_sealed = null,
        remote_key_sealed = null
      where account_id = $1 and id = any($2::text[]) and revoked_at is null
     returning client_id as "clientId"`,
    [accountId, ids, now],
  )
  await sql.run(
    `update order_callback set state = 'cancelled', done_at = $3, leased_until = null
      where account_id = $1 and connection_id = any($2::text[]) and state = 'waiting'`,
    [accountId, ids, now],
  )
  return ended.map(({ clientId }) => clientId)
}

/** Connections that apps made with these grants, except those made in the dashboard. */
export async function listConnectionsOfGrants(
  sql: Sql,
  accountId: string,
  grantIds: readonly string[],
  dashboardClientId: string,
): Promise<string[]> {
  const rows = await sql.rows<{ id: string }>(
    `select id from connection where account_id = $1 and maker_grant_id = any($2::text[])
        and maker_client_id is distinct from $3 and revoked_at is null`,
    [accountId, grantIds, dashboardClientId],
  )
  return rows.map(({ id }) => id)
}

/** The connection of this machine client, and those that it made. */
export async function listConnectionsOfClient(
  sql: Sql,
  accountId: string,
  clientId: string,
): Promise<string[]> {
  const rows = await sql.rows<{ id: string }>(
    `select id from connection where account_id = $1 and revoked_at is null
        and (client_id = $2 or (maker_client_id = $2 and maker_grant_id is null))`,
    [accountId, clientId],
  )
  return rows.map(({ id }) => id)
}
