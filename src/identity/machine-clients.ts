import type { Sql } from '../contract/ports.ts'
import type { Scope } from '../contract/scope.ts'
import { hashSecret, newSecret } from './secret.ts'

/** A machine client as its managers see it, without anything of its secrets' value. */
export type MachineClientRow = {
  clientId: string
  name: string
  scopes: Scope[]
  createdAt: string
  lastUsedAt: string | null
  revokedAt: string | null
  /** The email of the member who created it; null for the operator, or if the member is gone. */
  madeBy: string | null
  /** Oldest first. Expired ones are listed until the next rotation. */
  secrets: MachineClientSecret[]
}

export type MachineClientSecret = {
  createdAt: string
  /** Null for the secret that is valid until it is replaced. */
  expiresAt: string | null
  /** The last characters of the secret; null for secrets from before these were stored. */
  lastFour: string | null
  lastUsedAt: string | null
}

/** All clients of an account, in order of creation. */
export async function listMachineClients(sql: Sql, accountId: string): Promise<MachineClientRow[]> {
  const [clients, secrets] = await Promise.all([
    sql.rows<Omit<MachineClientRow, 'secrets'>>(
      `select client_id as "clientId", name, scopes, created_at as "createdAt", last_used_at as "lastUsedAt",
          revoked_at as "revokedAt",
          (select email from member where account_id = $1 and member.id = made_by) as "madeBy"
         from machine_client where account_id = $1 order by created_at, client_id`,
      [accountId],
    ),
    sql.rows<MachineClientSecret & { clientId: string }>(
      `select client_id as "clientId", created_at as "createdAt", expires_at as "expiresAt",
          last_four as "lastFour", last_used_at as "lastUsedAt"
         from machine_secret where account_id = $1 order by created_at`,
      [accountId],
    ),
  ])
  const ofClient = Map.groupBy(secrets, ({ clientId }) => clientId)
  return clients.map((client) => ({
    ...client,
    secrets: (ofClient.get(client.clientId) ?? []).map(({ clientId: _, ...secret }) => secret),
  }))
}

/** Locks a client until the end of the transaction. Undefined if the account has no such client. */
export async function lockMachineClient(
  sql: Sql,
  accountId: string,
  clientId: string,
): Promise<{ name: string; revokedAt: string | null; isOfConnection: boolean } | undefined> {
  return sql.row(
    `select name, revoked_at as "revokedAt",
        exists (select from connection where connection.account_id = $1 and connection.client_id = $2)
          as "isOfConnection"
       from machine_client where account_id = $1 and client_id = $2 for update`,
    [accountId, clientId],
  )
}

/**
 * Adds a secret to a client, returned here and never again. Existing secrets expire at `othersEndAt` at the latest.
 * With `keepOnly`, all but the secret created at that time expire now. Expired secrets are removed.
 */
export async function addMachineSecret(
  sql: Sql,
  { accountId, clientId }: { accountId: string; clientId: string },
  {
    now,
    othersEndAt,
    keepOnly,
    madeBy,
  }: { now: Date; othersEndAt: Date; keepOnly?: string | undefined; madeBy: string | null },
): Promise<string> {
  await sql.run(
    `update machine_secret set expires_at = least(expires_at, $3)
      where account_id = $1 and client_id = $2`,
    [accountId, clientId, othersEndAt],
  )
  await sql.run(
    `delete from machine_secret
      where account_id = $1 and client_id = $2 and (expires_at <= $3 or date_trunc('milliseconds', created_at) <> $4)`,
    [accountId, clientId, now, keepOnly ?? null],
  )
  return insertMachineSecret(sql, { accountId, clientId, now, madeBy })
}

/** Creates a secret and stores its hash, time and last four characters. */
export async function insertMachineSecret(
  sql: Sql,
  {
    accountId,
    clientId,
    now,
    madeBy,
  }: { accountId: string; clientId: string; now: Date; madeBy: string | null },
): Promise<string> {
  const secret = newSecret('tmb_secret_')
  await sql.run(
    `insert into machine_secret (account_id, client_id, secret_hash, created_at, last_four, made_by)
     values ($1, $2, $3, $4, $5, $6)`,
    [accountId, clientId, hashSecret(secret), now, secret.slice(-4), madeBy],
  )
  return secret
}

/** Revokes a client with all its secrets and tokens. The row stays, so that IDs in the audit log keep their meaning. */
export async function revokeMachineClient(
  sql: Sql,
  accountId: string,
  clientId: string,
  now: Date,
): Promise<void> {
  await sql.run('update machine_client set revoked_at = $3 where account_id = $1 and client_id = $2', [
    accountId,
    clientId,
    now,
  ])
}

/** Records the last use of clients of one account, and of their secrets where one was sent. */
export async function recordMachineClientUse(
  sql: Sql,
  accountId: string,
  { clientIds, secretHashes }: { clientIds: readonly string[]; secretHashes: readonly Buffer[] },
  now: Date,
): Promise<void> {
  await sql.run(
    `update machine_client set last_used_at = $3 where account_id = $1 and client_id = any($2)
        and (last_used_at is null or last_used_at < $3)`,
    [accountId, clientIds, now],
  )
  if (secretHashes.length === 0) return
  await sql.run(
    `update machine_secret set last_used_at = $3 where account_id = $1 and secret_hash = any($2)
        and (last_used_at is null or last_used_at < $3)`,
    [accountId, secretHashes, now],
  )
}

/** Active clients that this member created or added a secret to: the member may know their secrets. */
export async function listMachineClientsOfMember(
  sql: Sql,
  accountId: string,
  memberId: string,
): Promise<{ clientId: string; name: string }[]> {
  return sql.rows(
    `select client_id as "clientId", name from machine_client client
      where account_id = $1 and revoked_at is null and (made_by = $2 or exists (
        select 1 from machine_secret secret where secret.account_id = client.account_id
           and secret.client_id = client.client_id and secret.made_by = $2))
      order by created_at, client_id`,
    [accountId, memberId],
  )
}
