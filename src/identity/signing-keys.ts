import { type CryptoKey, importJWK, type JWK } from 'jose'
import type { Database } from '../contract/ports.ts'
import type { SecretKeyring } from './secret-keyring.ts'
import {
  createSigningKey,
  insertSigningKey,
  listSigningKeys,
  type SigningKeyRow,
} from './signing-key-store.ts'

/** The installation's signing keys, ready for use. `all` verifies, `active` signs. */
export type SigningKeys = {
  /** `privateJwk` is for libraries other than jose, such as oidc-provider. */
  active: { kid: string; privateKey: CryptoKey; privateJwk: JWK }
  all: ReadonlyMap<string, CryptoKey>
  /** The active key first, then the next one, then the retired ones. */
  publicJwks: readonly JWK[]
}

/**
 * Reads the signing keys and creates missing ones: one that signs, and one that is published long before it signs.
 * Private keys are sealed in the database under SECRET_KEY. A wrong SECRET_KEY stops the start with a clear error
 * instead of signing with a new key.
 */
export async function openSigningKeys(
  database: Database,
  secretKey: SecretKeyring,
  now: Date,
): Promise<SigningKeys> {
  const rows = await readSigningKeyRows(database)
  syncKeyInUse(rows, secretKey)
  const missing = (['active', 'next'] as const).filter((state) => !rows.some((row) => row.state === state))
  if (missing.length === 0) return unsealSigningKeys(rows, secretKey)
  // Two processes may start at the same time: the unique indexes accept one key, and both read it afterwards.
  for (const state of missing) {
    const key = await createSigningKey(secretKey, now)
    await database.inSystem((sql) => insertSigningKey(sql, { ...key, state }))
  }
  return unsealSigningKeys(await readSigningKeyRows(database), secretKey)
}

export function readSigningKeyRows(database: Database): Promise<SigningKeyRow[]> {
  return database.inSystem(listSigningKeys, { readOnly: true })
}

/** Unseals and imports stored keys. Public keys that are already imported are reused. */
export async function unsealSigningKeys(
  rows: readonly SigningKeyRow[],
  secretKey: SecretKeyring,
  previous?: SigningKeys,
): Promise<SigningKeys> {
  const row = rows.find(({ state }) => state === 'active')
  if (!row) throw new Error('The database has no signing key. Restart the service to create one.')
  syncKeyInUse(rows, secretKey)
  const all = new Map<string, CryptoKey>()
  for (const { kid, publicJwk } of rows)
    all.set(kid, previous?.all.get(kid) ?? (await importPublicKey(publicJwk)))
  const active = previous?.active.kid === row.kid ? previous.active : await unsealPrivateKey(row, secretKey)
  return { active, all, publicJwks: rows.map(({ publicJwk }) => publicJwk) }
}

/** The active signing key is sealed under the SECRET_KEY in use, in all processes. */
function syncKeyInUse(rows: readonly SigningKeyRow[], secretKey: SecretKeyring): void {
  const active = rows.find(({ state }) => state === 'active')
  if (active) secretKey.syncKeyInUse(active.privateSealed, `signing-key:${active.kid}`)
}

async function unsealPrivateKey(
  { kid, privateSealed }: SigningKeyRow,
  secretKey: SecretKeyring,
): Promise<SigningKeys['active']> {
  const privateJwk = JSON.parse(secretKey.unseal(privateSealed, `signing-key:${kid}`).toString()) as JWK
  return {
    kid,
    privateKey: await importPublicKey(privateJwk),
    privateJwk: { ...privateJwk, kid, alg: 'ES256', use: 'sig' },
  }
}

async function importPublicKey(jwk: JWK): Promise<CryptoKey> {
  return (await importJWK(jwk, 'ES256')) as CryptoKey
}
