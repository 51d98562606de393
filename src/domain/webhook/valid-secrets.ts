import type { Database } from '../../contract/ports.ts'
import type { SecretKey } from '../../contract/secret-key.ts'
import { validSecrets } from './signed-request.ts'
import { listEndpoints } from './store.ts'

/** For the demo's receiver: the secrets that sign requests of an account now. Empty for an unknown account. */
export async function listValidSecrets(
  database: Pick<Database, 'inAccount'>,
  secretKey: SecretKey,
  accountId: string,
  now: Date,
): Promise<string[]> {
  if (!/^[0-9a-f]{24}$/.test(accountId)) return []
  const endpoints = await database.inAccount(accountId, (sql) => listEndpoints(sql, accountId), {
    readOnly: true,
  })
  return endpoints.flatMap((endpoint) =>
    validSecrets({ ...endpoint, accountId, webhookId: endpoint.id }, secretKey, now),
  )
}
