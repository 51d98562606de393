import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'
import type { Sql } from '../contract/ports.ts'
import type { SecretKey } from '../contract/secret-key.ts'

/** A signing key as stored in the database. `kid` is its thumbprint (RFC 7638). */
export type SigningKeyRow = {
  kid: string
  /** `next` is published but doesn't sign yet, `active` signs, `retired` has signatures that may still be valid. */
  state: 'next' | 'active' | 'retired'
  publicJwk: JWK
  /** Empty once the key has retired. */
  privateSealed: Buffer
  createdAt: string
  retiredAt: string | null
}

/** All keys: the active one, the next one, then the retired ones, latest first. */
export function listSigningKeys(sql: Sql): Promise<SigningKeyRow[]> {
  return sql.rows<SigningKeyRow>(
    `select kid, state, public_jwk as "publicJwk", private_sealed as "privateSealed", created_at as "createdAt",
        retired_at as "retiredAt"
       from signing_key
      order by array_position(array['active', 'next', 'retired'], state), retired_at desc nulls last, kid`,
  )
}

/** A new ES256 key pair, with its private key sealed under SECRET_KEY. */
export async function createSigningKey(secretKey: SecretKey, now: Date): Promise<NewSigningKey> {
  const pair = await generateKeyPair('ES256', { extractable: true })
  const publicJwk = await exportJWK(pair.publicKey)
  const kid = await calculateJwkThumbprint(publicJwk)
  const privateText = JSON.stringify(await exportJWK(pair.privateKey))
  return {
    kid,
    publicJwk: { ...publicJwk, kid, alg: 'ES256', use: 'sig' },
    privateSealed: secretKey.seal(privateText, `signing-key:${kid}`),
    createdAt: now,
  }
}

export type NewSigningKey = Pick<SigningKeyRow, 'kid' | 'publicJwk' | 'privateSealed'> & { createdAt: Date }

/** Does nothing if another key already has this state: there is at most one of each. */
export async function insertSigningKey(
  sql: Sql,
  key: NewSigningKey & { state: 'active' | 'next' },
): Promise<void> {
  await sql.run(
    `insert into signing_key (kid, state, public_jwk, private_sealed, created_at)
     values ($1, $2, $3, $4, $5) on conflict do nothing`,
    [key.kid, key.state, JSON.stringify(key.publicJwk), key.privateSealed, key.createdAt],
  )
}

/** Locks the keys against other writers until the end of the transaction. Readers don't wait. */
export async function lockSigningKeys(sql: Sql): Promise<SigningKeyRow[]> {
  await sql.run('lock table signing_key in share row exclusive mode')
  return listSigningKeys(sql)
}

/** A key that no longer signs doesn't need its private key. */
export async function retireActiveKey(sql: Sql, now: Date): Promise<void> {
  await sql.run(
    `update signing_key set state = 'retired', retired_at = $1, private_sealed = '' where state = 'active'`,
    [now],
  )
}

export async function activateNextSigningKey(sql: Sql): Promise<void> {
  await sql.run(`update signing_key set state = 'active' where state = 'next'`)
}

export async function removeSigningKey(sql: Sql, kid: string): Promise<void> {
  await sql.run('delete from signing_key where kid = $1', [kid])
}

/** Removes the keys that retired at or before this time and returns how many. */
export async function removeRetiredKeys(sql: Sql, until: Date): Promise<number> {
  return sql.run(`delete from signing_key where state = 'retired' and retired_at <= $1`, [until])
}
