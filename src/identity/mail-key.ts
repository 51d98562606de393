import { randomBytes } from 'node:crypto'
import type { Database } from '../contract/ports.ts'
import type { SecretKey } from '../contract/secret-key.ts'

/**
 * The key that hashes unsubscribed addresses and signs unsubscribe links. Created at the first start and stored sealed
 * under SECRET_KEY, which can be rotated independently: the plain addresses aren't stored, so they can't be rehashed.
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
  const existing = await read()
  if (existing) return secretKey.unseal(existing.sealed, sealContext)
  await database.inSystem((sql) =>
    sql.run('insert into mail_key (key_sealed, created_at) values ($1, $2) on conflict do nothing', [
      secretKey.seal(randomBytes(32), sealContext),
      now,
    ]),
  )
  // Another process may have created it first.
  const stored = await read()
  if (!stored) throw new Error('The mail key could not be stored.')
  return secretKey.unseal(stored.sealed, sealContext)
}

const sealContext = 'mail_key:mail'
