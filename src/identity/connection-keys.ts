import type { ConnectionProvider } from '../contract/connection-provider.ts'
import type { Database } from '../contract/ports.ts'
import { accountOfSecret, hashSecret, newAccountSecret } from './secret.ts'

/** The connection that a key belongs to, with its machine client. */
export type ConnectionIdentity = {
  accountId: string
  connectionId: string
  provider: ConnectionProvider
  clientId: string
}

/** A new key. It has its account in its first bytes, so that it is looked up inside that account. */
export function newConnectionKey(accountId: string): string {
  return newAccountSecret('tmb_ats_', accountId)
}

/** The connection with this key; undefined if there is none, or if it has ended. */
export async function findConnectionByKey(
  database: Pick<Database, 'inAccount'>,
  key: string,
): Promise<ConnectionIdentity | undefined> {
  const accountId = accountOfSecret('tmb_ats_', key)
  if (accountId === undefined) return undefined
  const row = await database.inAccount(
    accountId,
    (sql) =>
      sql.row<Omit<ConnectionIdentity, 'accountId'>>(
        `select connection.id as "connectionId", connection.provider, connection.client_id as "clientId"
           from connection join machine_client client using (account_id, client_id)
          where connection.account_id = $1 and connection.key_hash = $2
            and connection.revoked_at is null and client.revoked_at is null`,
        [accountId, hashSecret(key)],
      ),
    { readOnly: true, unproven: true },
  )
  return row && { accountId, ...row }
}

/** Whether there is such a connection in any account. */
export async function connectionExists(
  database: Pick<Database, 'inSystem'>,
  provider: ConnectionProvider,
  connectionId: string,
): Promise<boolean> {
  if (!/^[0-9a-f]{24}$/.test(connectionId)) return false
  const row = await database.inSystem(
    (sql) =>
      sql.row('select 1 from connection where id = $1 and provider = $2 and revoked_at is null', [
        connectionId,
        provider,
      ]),
    { readOnly: true },
  )
  return row !== undefined
}
