import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import type { Database } from '../contract/ports.ts'
import { seal, unseal } from './seal.ts'

/** The installation's signing keys, ready for use. `all` verifies, `active` signs. */
export type SigningKeys = {
  active: { kid: string; privateKey: CryptoKey }
  all: ReadonlyMap<string, CryptoKey>
  publicJwks: readonly JWK[]
}

type KeyRow = { kid: string; state: string; public_jwk: JWK; private_sealed: Buffer }

/**
 * Reads the signing keys, making the first one when there is none. Private halves are sealed in the
 * database under SECRET_KEY; a wrong key stops the start with a clear error instead of signing with a new one.
 */
export async function openSigningKeys(
  database: Database,
  secretKey: Buffer,
  now: Date,
): Promise<SigningKeys> {
  const rows = await readRows(database)
  if (!rows.some((row) => row.state === 'active')) {
    await insertFirstKey(database, secretKey, now)
    return openSigningKeys(database, secretKey, now)
  }
  const all = new Map<string, CryptoKey>()
  for (const row of rows) all.set(row.kid, (await importJWK(row.public_jwk, 'ES256')) as CryptoKey)
  const active = rows.find((row) => row.state === 'active') as KeyRow
  const privateJwk = JSON.parse(
    unseal(active.private_sealed, secretKey, `signing-key:${active.kid}`).toString(),
  )
  return {
    active: { kid: active.kid, privateKey: (await importJWK(privateJwk, 'ES256')) as CryptoKey },
    all,
    publicJwks: rows.map((row) => row.public_jwk),
  }
}

/** Whether this process holds the key that the installation signs with now; false when nobody can say. */
export async function holdsActiveKey(database: Database, keys: SigningKeys): Promise<boolean> {
  const rows = await readRows(database).catch(() => [])
  return rows.some((row) => row.state === 'active' && row.kid === keys.active.kid)
}

function readRows(database: Database): Promise<KeyRow[]> {
  return database.inSystem(
    (sql) =>
      sql.rows<KeyRow>(
        'select kid, state, public_jwk, private_sealed from signing_key order by created_at desc',
      ),
    { readOnly: true },
  )
}

/** Two processes may start at once: the unique index lets one key in, and both read it afterwards. */
async function insertFirstKey(database: Database, secretKey: Buffer, now: Date): Promise<void> {
  const pair = await generateKeyPair('ES256', { extractable: true })
  const publicJwk = await exportJWK(pair.publicKey)
  const kid = await calculateJwkThumbprint(publicJwk)
  const privateText = JSON.stringify(await exportJWK(pair.privateKey))
  await database.inSystem((sql) =>
    sql.run(
      `insert into signing_key (kid, state, public_jwk, private_sealed, created_at)
       values ($1, 'active', $2, $3, $4) on conflict do nothing`,
      [
        kid,
        JSON.stringify({ ...publicJwk, kid, alg: 'ES256', use: 'sig' }),
        seal(privateText, secretKey, `signing-key:${kid}`),
        now,
      ],
    ),
  )
}
