import { type Payer, paidBy } from '../../contract/payer.ts'
import type { Sql } from '../../contract/ports.ts'

/** A passkey as its owner sees it. */
export type PasskeyRow = {
  id: string
  name: string
  createdAt: string
  lastUsedAt: string | null
  transports: string[]
}

/** What a signature is checked against. */
export type PasskeyCredential = {
  id: string
  personId: string
  email: string
  publicKey: Buffer
  counter: number
  transports: string[]
}

/** Its id is made by the device of its owner and shown to nobody else. */
export function passkeyPayer({ id }: PasskeyCredential): Payer<'passkey'> {
  return paidBy('passkey', id)
}

export type NewPasskey = Omit<PasskeyCredential, 'email'> & {
  deviceType: string
  backedUp: boolean
  name: string
  now: Date
}

/** A person's passkeys in the order in which they were added. In a system transaction, as all here. */
export function listPasskeys(sql: Sql, personId: string): Promise<PasskeyRow[]> {
  return sql.rows<PasskeyRow>(
    `select credential_id as id, name, created_at as "createdAt", last_used_at as "lastUsedAt", transports
       from passkey where person_id = $1 order by created_at, credential_id`,
    [personId],
  )
}

export async function findPasskey(sql: Sql, credentialId: string): Promise<PasskeyCredential | undefined> {
  const row = await sql.row<Omit<PasskeyCredential, 'counter'> & { counter: string }>(
    `select credential_id as id, person_id as "personId", person.email, public_key as "publicKey",
       counter::text, transports
       from passkey join person on person.id = passkey.person_id where credential_id = $1`,
    [credentialId],
  )
  return row && { ...row, counter: Number(row.counter) }
}

/** False when the passkey is known already, whoever it belongs to. */
export async function insertPasskey(sql: Sql, passkey: NewPasskey): Promise<boolean> {
  const inserted = await sql.run(
    `insert into passkey (credential_id, person_id, public_key, counter, transports, device_type, backed_up,
       name, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`,
    [
      passkey.id,
      passkey.personId,
      passkey.publicKey,
      passkey.counter,
      passkey.transports,
      passkey.deviceType,
      passkey.backedUp,
      passkey.name,
      passkey.now,
    ],
  )
  return inserted === 1
}

/**
 * Notes a use, and false when the counter did not go up: then two devices hold the same key (WebAuthn Level 3,
 * section 6.1.1). Passkeys that do not count stay at 0.
 */
export async function recordPasskeyUse(
  sql: Sql,
  { id, counter, now }: { id: string; counter: number; now: Date },
): Promise<boolean> {
  const used = await sql.run(
    `update passkey set counter = $2, last_used_at = $3
      where credential_id = $1 and (counter < $2 or (counter = 0 and $2 = 0))`,
    [id, counter, now],
  )
  return used === 1
}

/** Ids are base64url (WebAuthn Level 3, section 5.1); any other text is the id of no passkey. */
export const passkeyIdPattern = /^[\w-]{1,1400}$/

/** False when the person has no such passkey. */
export async function renamePasskey(
  sql: Sql,
  { id, personId, name }: { id: string; personId: string; name: string },
): Promise<boolean> {
  if (!passkeyIdPattern.test(id)) return false
  const renamed = await sql.run('update passkey set name = $3 where credential_id = $1 and person_id = $2', [
    id,
    personId,
    name,
  ])
  return renamed === 1
}

/** Whether somebody with this address has a passkey. */
export async function hasPasskeys(sql: Sql, email: string): Promise<boolean> {
  const found = await sql.row(
    'select 1 from passkey join person on person.id = passkey.person_id where email = $1 limit 1',
    [email],
  )
  return found !== undefined
}

/** Removes every passkey of a person, and says how many there were. */
export function removePasskeysOf(sql: Sql, personId: string): Promise<number> {
  return sql.run('delete from passkey where person_id = $1', [personId])
}

export async function removePasskey(
  sql: Sql,
  { id, personId }: { id: string; personId: string },
): Promise<boolean> {
  if (!passkeyIdPattern.test(id)) return false
  const removed = await sql.run('delete from passkey where credential_id = $1 and person_id = $2', [
    id,
    personId,
  ])
  return removed === 1
}
