import { conflict, notFound } from '../contract/failure.ts'
import type { Database } from '../contract/ports.ts'
import type { SecretKey } from '../contract/secret-key.ts'
import {
  activateNextSigningKey,
  createSigningKey,
  insertSigningKey,
  lockSigningKeys,
  removeRetiredKeys,
  removeSigningKey,
  retireActiveKey,
  type SigningKeyRow,
} from './signing-key-store.ts'

/** Seconds for which a retired key stays published: an hour of its last token, and ten minutes for every cache. */
export const retiredKeySeconds = 3600 + 600
/** How long a key should have been published before it signs, for verifiers that rarely look. */
export const minPublishedSeconds = 86_400

export type KeyRotation = {
  /** Signs from now on; it has been published since its making. */
  active: Pick<SigningKeyRow, 'kid' | 'createdAt'>
  next: { kid: string }
  /** Signs no more; what it has signed stays valid until it expires. */
  retired: { kid: string; publishedUntil: string } | undefined
}

/**
 * The key that was published as the next one signs from now on, the one before retires, and a new next one is
 * published: in one transaction, so that there is always one that signs, and it was always known before.
 */
export async function rotateSigningKeys(
  database: Database,
  secretKey: SecretKey,
  now: Date,
): Promise<KeyRotation> {
  const [fresh, spare] = [await createSigningKey(secretKey, now), await createSigningKey(secretKey, now)]
  return database.inSystem(async (sql) => {
    const before = await lockSigningKeys(sql)
    if (!before.some(({ state }) => state === 'next'))
      await insertSigningKey(sql, { ...spare, state: 'next' })
    await retireActiveKey(sql, now)
    await activateNextSigningKey(sql)
    await insertSigningKey(sql, { ...fresh, state: 'next' })
    const old = before.find(({ state }) => state === 'active')
    const until = new Date(now.getTime() + retiredKeySeconds * 1000).toISOString()
    const promoted = before.find(({ state }) => state === 'next')
    return {
      active: promoted ?? { kid: spare.kid, createdAt: now.toISOString() },
      next: { kid: fresh.kid },
      retired: old && { kid: old.kid, publishedUntil: until },
    }
  })
}

/**
 * Unpublishes a key at once, for one that somebody may have got hold of: everything it has signed ends. The active
 * key is refused; rotate first. Another next key takes the place of one that is withdrawn.
 */
export async function withdrawSigningKey(
  database: Database,
  secretKey: SecretKey,
  kid: string,
  now: Date,
): Promise<{ wasNext: boolean }> {
  const fresh = await createSigningKey(secretKey, now)
  return database.inSystem(async (sql) => {
    const key = (await lockSigningKeys(sql)).find((row) => row.kid === kid)
    if (!key) throw notFound(`There is no key ${kid}. List them with: keys list`)
    if (key.state === 'active') {
      throw conflict(`The key ${kid} signs now. Run keys rotate first, then withdraw it.`)
    }
    await removeSigningKey(sql, kid)
    const wasNext = key.state === 'next'
    if (wasNext) await insertSigningKey(sql, { ...fresh, state: 'next' })
    return { wasNext }
  })
}

/** Unpublishes the keys that retired so long ago that nothing they have signed is valid. */
export async function removeExpiredSigningKeys(database: Database, now: Date): Promise<number> {
  const until = new Date(now.getTime() - retiredKeySeconds * 1000)
  return database.inSystem((sql) => removeRetiredKeys(sql, until))
}
