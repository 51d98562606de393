import type { Sql } from '../contract/ports.ts'
import type { Scope } from '../contract/scope.ts'
import { hashSecret, newSecret } from './secret.ts'

/** A machine client as those see it who manage it; of secrets only what says nothing of their worth. */
export type MachineClientRow = {
  clientId: string
  name: string
  scopes: Scope[]
  createdAt: string
  lastUsedAt: string | null
  revokedAt: string | null
  /** The address of the member who made it; null if the operator did, or the member is gone. */
  madeBy: string | null
  /** The oldest first; those that have ended are among them until the next rotation. */
  secrets: MachineClientSecret[]
}

export type MachineClientSecret = {
  createdAt: string
  /** Null for the one that goes on until it is replaced. */
  expiresAt: string | null
  /** The last characters of the secret; null where it is older than their keeping. */
  lastFour: string | null
  lastUsedAt: string | null
}

/** All clients of an account, in the order in which they were made. */
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

/** A client, held until the end of the transaction; undefined when the account has none of that id. */
export async function lockMachineClient(
  sql: Sql,
  accountId: string,
  clientId: string,
): Promise<{ name: string; revokedAt: string | null } | undefined> {
  return sql.row(
    `select name, revoked_at as "revokedAt" from machine_client
      where account_id = $1 and client_id = $2 for update`,
    [accountId, clientId],
  )
}

/**
 * Gives a client a further secret, returned here and never again. Those it has end at `othersEndAt` unless they
 * end before; with `keepOnly`, all but the one made then end at once. Those that have ended are removed.
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

/** Makes a secret and keeps its hash, its time and its last four characters. */
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

/**
 * Ends a client with all its secrets and tokens, and the links that it made; the row stays, so that the audit's ids keep
 * their meaning.
 */
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
  for (const table of ['report_link', 'share_link']) {
    await sql.run(
      `update ${table} set revoked_at = $3 where account_id = $1 and client_id = $2 and revoked_at is null`,
      [accountId, clientId, now],
    )
  }
}

/** Notes that clients of one account were used, and which of their secrets, where one was shown. */
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

/** The clients that still work and that this member made, or made a secret for: those the member may know a secret of. */
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
