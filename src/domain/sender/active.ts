import type { EmailSender } from '../../contract/delivery.ts'
import type { Database } from '../../contract/ports.ts'
import type { SecretKey } from '../../contract/secret-key.ts'
import { senderKeyContext } from './model.ts'
import { findSender } from './store.ts'

/** The address that emails of the account come from now, with the key that signs them. Undefined for the service's own. */
export function createFindActiveSender({
  database,
  secretKey,
}: {
  database: Database
  secretKey: SecretKey
}) {
  return async (accountId: string): Promise<EmailSender | undefined> => {
    const row = await database.inAccount(accountId, (sql) => findSender(sql, accountId), { readOnly: true })
    if (!row || row.activeSince === null) return undefined
    const { localPart, domain, selector, keySealed } = row
    const privateKey = secretKey.unseal(keySealed, senderKeyContext(accountId, selector)).toString('utf8')
    return { address: `${localPart}@${domain}`, domain, selector, privateKey }
  }
}
