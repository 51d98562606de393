import { createHmac } from 'node:crypto'
import type { AccountHomes } from '../contract/account-homes.ts'
import type { SecretKey } from '../contract/secret-key.ts'

/**
 * SECRET_KEY for an account. If it came from another region, idempotency keys that were used there are found by their
 * hashes under that region's key.
 */
export function secretKeyOf(
  { secretKey, homes }: { secretKey: SecretKey; homes?: AccountHomes | undefined },
  accountId: string,
): SecretKey {
  const former = homes?.formerKeysOf(accountId)?.idempotency
  if (!former) return secretKey
  return {
    ...secretKey,
    macs: (purpose, data) => [
      ...secretKey.macs(purpose, data),
      ...(purpose === 'idempotency'
        ? former.map((key) => createHmac('sha256', key).update(data).digest())
        : []),
    ],
  }
}
