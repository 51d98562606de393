import type { Sql } from '../../contract/ports.ts'
import type { ClientMetadata } from './client-metadata.ts'

/** An app with a row: registered by the operator, or dynamically. */
export type OAuthClient = {
  clientId: string
  kind: 'registered' | 'dynamic'
  name: string
  metadata: ClientMetadata
  secretHash: Buffer | null
  createdAt: string
  lastUsedAt: string | null
}

/** Runs in a system transaction, like all functions here: apps belong to the installation. */
export function findClient(sql: Sql, clientId: string): Promise<OAuthClient | undefined> {
  return sql.row<OAuthClient>(`${select} where client_id = $1`, [clientId])
}

/** Apps registered by the operator, oldest first. */
export function listRegisteredClients(sql: Sql): Promise<OAuthClient[]> {
  return sql.rows<OAuthClient>(`${select} where kind = 'registered' order by created_at, client_id`)
}

/** Inserts a client or updates its metadata. How and when it was registered doesn't change. */
export async function putClient(sql: Sql, client: Omit<OAuthClient, 'createdAt' | 'lastUsedAt'>, now: Date) {
  await sql.run(
    `insert into oauth_client (client_id, kind, name, metadata, secret_hash, created_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (client_id) do update
        set name = excluded.name, metadata = excluded.metadata, secret_hash = excluded.secret_hash`,
    [client.clientId, client.kind, client.name, JSON.stringify(client.metadata), client.secretHash, now],
  )
}

export function removeClient(sql: Sql, clientId: string): Promise<number> {
  return sql.run('delete from oauth_client where client_id = $1', [clientId])
}

/** Records that someone connected the app, which protects it from removal. */
export async function recordClientUse(sql: Sql, clientId: string, now: Date): Promise<void> {
  await sql.run('update oauth_client set last_used_at = $2 where client_id = $1', [clientId, now])
}

export type UnusedClientLimits = {
  /** Apps that no one has connected stay if they registered since then. */
  registeredSince: Date
  /** Dynamically registered apps stay if they were last connected since then. */
  grantedSince: Date
  /** How many apps that no one has connected are kept, the latest first. */
  maxNeverGranted: number
  limit: number
}

/**
 * Removes dynamically registered apps that are not used, up to `limit` for each reason, so that a flood of
 * registrations can't grow the table without bound. Returns the highest count among the reasons.
 */
export async function removeUnusedClients(
  sql: Sql,
  { registeredSince, grantedSince, maxNeverGranted, limit }: UnusedClientLimits,
): Promise<number> {
  const neverGranted = await sql.run(
    `delete from oauth_client where client_id in
       (select client_id from oauth_client
         where kind = 'dynamic' and last_used_at is null and created_at < $1 limit $2)`,
    [registeredSince, limit],
  )
  const surplus = await sql.run(
    `delete from oauth_client where client_id in
       (select client_id from oauth_client
         where kind = 'dynamic' and last_used_at is null order by created_at desc offset $1 limit $2)`,
    [maxNeverGranted, limit],
  )
  const unusedForLong = await sql.run(
    `delete from oauth_client where client_id in
       (select client_id from oauth_client where kind = 'dynamic' and last_used_at < $1 limit $2)`,
    [grantedSince, limit],
  )
  return Math.max(neverGranted, surplus, unusedForLong)
}

const select = `select client_id as "clientId", kind, name, metadata, secret_hash as "secretHash",
  created_at as "createdAt", last_used_at as "lastUsedAt" from oauth_client`
