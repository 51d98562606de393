import { conflict, notFound } from '../contract/failure.ts'
import type { Database } from '../contract/ports.ts'
import type { SecretKey } from '../contract/secret-key.ts'
import {
  activateNextSigningKey,
  createSigningKey,
  insertSigningKey,
  listSigningKeys,
  lockSigningKeys,
  removeRetiredKeys,
  removeSigningKey,
  retireActiveKey,
  type SigningKeyRow,
} from './signing-key-store.ts'

/** Seconds for which a retired key stays published: an hour for its last token, and ten minutes for caches. */
export const retiredKeySeconds = 3600 + 600
/** How long a key should be published before it signs, for verifiers that rarely refresh. */
export const minPublishedSeconds = 86_400

export type KeyRotation = {
  /** Signs from now on. Published since it was created. */
  active: Pick<SigningKeyRow, 'kid' | 'createdAt'>
  next: { kid: string }
  /** No longer signs. Its signatures stay valid until they expire. */
  retired: { kid: string; publishedUntil: string } | undefined
}

/**
 * The next key becomes active, the active one retires, and a new next key is published, all in one transaction. So
 * there is always an active key, and it was always published before it signs.
 */
export async function rotateSigningKeys(
  database: Database,
  secretKey: SecretKey,
  now: Date,
): Promise<KeyRotation> {
  const [newKey, spareKey] = [await createSigningKey(secretKey, now), await createSigningKey(secretKey, now)]
  return database.inSystem(async (sql) => {
    const rows = await lockSigningKeys(sql)
    if (!rows.some(({ state }) => state === 'next'))
      await insertSigningKey(sql, { ...spareKey, state: 'next' })
    await retireActiveKey(sql, now)
    await activateNextSigningKey(sql)
    await insertSigningKey(sql, { ...newKey, state: 'next' })
    const retired = rows.find(({ state }) => state === 'active')
    const publishedUntil = new Date(now.getTime() + retiredKeySeconds * 1000).toISOString()
    const promoted = rows.find(({ state }) => state === 'next')
    return {
      active: promoted ?? { kid: spareKey.kid, createdAt: now.toISOString() },
      next: { kid: newKey.kid },
      retired: retired && { kid: retired.kid, publishedUntil: publishedUntil },
    }
  })
}

/**
 * Unpublishes a key right away, for keys that may be compromised: everything it has signed becomes invalid. Refused for
 * the active key; rotate first. A withdrawn next key is replaced by a new one.
 */
export async function withdrawSigningKey(
  database: Database,
  secretKey: SecretKey,
  kid: string,
  now: Date,
): Promise<{ wasNext: boolean }> {
  const newKey = await createSigningKey(secretKey, now)
  return database.inSystem(async (sql) => {
    const key = (await lockSigningKeys(sql)).find((row) => row.kid === kid)
    if (!key) throw notFound(`There is no key ${kid}. List them with: keys list`)
    if (key.state === 'active') {
      throw conflict(`The key ${kid} signs now. Run keys rotate first, then withdraw it.`)
    }
    await removeSigningKey(sql, kid)
    const wasNext = key.state === 'next'
    if (wasNext) await insertSigningKey(sql, { ...newKey, state: 'next' })
    return { wasNext }
  })
}

/**
 * Replaces and unpublishes every key that was created before a time: all tokens of before become invalid. Rotates twice
 * if needed, because the key that is published as the next one is as old. Repeatable.
 */
export async function replaceSigningKeys(
  database: Database,
  secretKey: SecretKey,
  { from, now }: { from: Date; now: Date },
): Promise<void> {
  const isOld = ({ createdAt }: Pick<SigningKeyRow, 'createdAt'>) => new Date(createdAt) < from
  const list = () => database.inSystem(listSigningKeys, { readOnly: true })
  while ((await list()).some((row) => row.state === 'active' && isOld(row)))
    await rotateSigningKeys(database, secretKey, now)
  for (const { kid } of (await list()).filter(isOld)) await withdrawSigningKey(database, secretKey, kid, now)
}

/** Unpublishes keys that retired so long ago that all their signatures have expired. */
export async function removeExpiredSigningKeys(database: Database, now: Date): Promise<number> {
  const until = new Date(now.getTime() - retiredKeySeconds * 1000)
  return database.inSystem((sql) => removeRetiredKeys(sql, until))
}
