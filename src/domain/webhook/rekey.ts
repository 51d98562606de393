import type { Sql } from '../../contract/ports.ts'
import type { SecretKey } from '../../contract/secret-key.ts'
import { urlContext } from './model.ts'
import { listUrls, setUrlKey } from './rekey-store.ts'
import { urlKeys } from './url.ts'

/** Hashes the addresses of an account that came from another region again, under the key of this one. */
export async function rekeyEndpoints(sql: Sql, accountId: string, secretKey: SecretKey): Promise<void> {
  for (const { id, types, urlSealed } of await listUrls(sql, accountId)) {
    const url = secretKey.unseal(urlSealed, urlContext(accountId, id)).toString('utf8')
    await setUrlKey(sql, { accountId, id, urlKey: urlKeys(url, types, { accountId, secretKey })[0] })
  }
}
