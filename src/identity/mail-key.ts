import { randomBytes } from 'node:crypto'
import type { Database } from '../contract/ports.ts'
import type { SecretKey } from '../contract/secret-key.ts'

/**
 * The key under which the list of those who want no emails is hashed and its links are made. Made at the first start and
 * kept sealed under SECRET_KEY, which may change without it: the addresses are not there to be hashed again.
 */
export async function openMailKey({
  database,
  secretKey,
  now,
}: {
  database: Database
  secretKey: SecretKey
  now: Date
}): Promise<Buffer> {
  const read = () =>
    database.inSystem((sql) => sql.row<{ sealed: Buffer }>('select key_sealed as sealed from mail_key'), {
      readOnly: true,
    })
  const before = await read()
  if (before) return secretKey.unseal(before.sealed, sealContext)
  await database.inSystem((sql) =>
    sql.run('insert into mail_key (key_sealed, created_at) values ($1, $2) on conflict do nothing', [
      secretKey.seal(randomBytes(32), sealContext),
      now,
    ]),
  )
  // Another process may have been first.
  const kept = await read()
  if (!kept) throw new Error('The mail key could not be kept.')
  return secretKey.unseal(kept.sealed, sealContext)
}

const sealContext = 'mail_key:mail'
