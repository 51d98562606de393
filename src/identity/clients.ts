import type { Sql } from '../contract/ports.ts'
import { hashSecret, newSecret } from './secret.ts'

/** A machine client as the installation's operator sees it; of secrets only their times. */
export type ClientRow = {
  clientId: string
  name: string
  scopes: string[]
  createdAt: string
  revokedAt: string | null
  secrets: { createdAt: string; expiresAt: string | null }[]
}

/** All clients of an account, in the order in which they were made. */
export async function listMachineClients(sql: Sql, accountId: string): Promise<ClientRow[]> {
  const [clients, secrets] = await Promise.all([
    sql.rows<Omit<ClientRow, 'secrets'>>(
      `select client_id as "clientId", name, scopes, created_at as "createdAt", revoked_at as "revokedAt"
         from machine_client where account_id = $1 order by created_at, client_id`,
      [accountId],
    ),
    sql.rows<ClientRow['secrets'][number] & { clientId: string }>(
      `select client_id as "clientId", created_at as "createdAt", expires_at as "expiresAt"
         from machine_secret where account_id = $1 order by created_at`,
      [accountId],
    ),
  ])
  return clients.map((client) => ({
    ...client,
    secrets: secrets
      .filter(({ clientId }) => clientId === client.clientId)
      .map(({ createdAt, expiresAt }) => ({ createdAt, expiresAt })),
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
 * end before; those that have ended are removed.
 */
export async function addMachineSecret(
  sql: Sql,
  { accountId, clientId }: { accountId: string; clientId: string },
  { now, othersEndAt }: { now: Date; othersEndAt: Date },
): Promise<string> {
  await sql.run('delete from machine_secret where account_id = $1 and client_id = $2 and expires_at <= $3', [
    accountId,
    clientId,
    now,
  ])
  await sql.run(
    `update machine_secret set expires_at = least(expires_at, $3) where account_id = $1 and client_id = $2`,
    [accountId, clientId, othersEndAt],
  )
  const secret = newSecret('tmb_secret_')
  await sql.run(
    `insert into machine_secret (account_id, client_id, secret_hash, created_at) values ($1, $2, $3, $4)`,
    [accountId, clientId, hashSecret(secret), now],
  )
  return secret
}

/** Ends a client with all its secrets and tokens; the row stays, so that the audit's ids keep their meaning. */
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
