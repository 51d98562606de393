import type { SecretKey } from '../../contract/secret-key.ts'

/**
 * Keys of the regions that an account came from, in hex, for what was made with them there: unsubscribe links and
 * hashed addresses, and the hashes of idempotency keys.
 */
export type MovedKeys = { mail: string[]; idempotency: string[] }

export function sealKeys(secretKey: SecretKey, accountId: string, keys: MovedKeys): Buffer {
  return secretKey.seal(JSON.stringify(keys), `moved_keys:${accountId}`)
}

export function openKeys(secretKey: SecretKey, accountId: string, sealed: Buffer): MovedKeys {
  return JSON.parse(secretKey.unseal(sealed, `moved_keys:${accountId}`).toString('utf8')) as MovedKeys
}
