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
  /** `privateJwk` for those who sign with something else than jose, such as the authorization server. */
  active: { kid: string; privateKey: CryptoKey; privateJwk: JWK }
  all: ReadonlyMap<string, CryptoKey>
  /** The active key first, then the one that comes next, then those that have signed. */
  publicJwks: readonly JWK[]
}

/**
 * Reads the signing keys, making what is missing: one that signs, and one that is published long before it will.
 * Private halves are sealed in the database under SECRET_KEY; a wrong key stops the start with a clear error instead
 * of signing with a new one.
 */
export async function openSigningKeys(
  database: Database,
  secretKey: SecretKeyring,
  now: Date,
): Promise<SigningKeys> {
  const rows = await readSigningKeyRows(database)
  syncKeyInUse(rows, secretKey)
  const lacking = (['active', 'next'] as const).filter((state) => !rows.some((row) => row.state === state))
  if (lacking.length === 0) return unsealSigningKeys(rows, secretKey)
  // Two processes may start at once: the unique indexes let one key in, and both read it afterwards.
  for (const state of lacking) {
    const key = await createSigningKey(secretKey, now)
    await database.inSystem((sql) => insertSigningKey(sql, { ...key, state }))
  }
  return unsealSigningKeys(await readSigningKeyRows(database), secretKey)
}

export function readSigningKeyRows(database: Database): Promise<SigningKeyRow[]> {
  return database.inSystem(listSigningKeys, { readOnly: true })
}

/** Keys as they stand in the database, ready for use; public halves that are imported already are taken over. */
export async function unsealSigningKeys(
  rows: readonly SigningKeyRow[],
  secretKey: SecretKeyring,
  before?: SigningKeys,
): Promise<SigningKeys> {
  const row = rows.find(({ state }) => state === 'active')
  if (!row) throw new Error('The database holds no key to sign with. Start the service anew to make one.')
  syncKeyInUse(rows, secretKey)
  const all = new Map<string, CryptoKey>()
  for (const { kid, publicJwk } of rows)
    all.set(kid, before?.all.get(kid) ?? (await importPublicKey(publicJwk)))
  const active = before?.active.kid === row.kid ? before.active : await unsealPrivateKey(row, secretKey)
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
