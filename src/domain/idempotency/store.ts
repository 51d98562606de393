import type { Sql } from '../../contract/ports.ts'

/** Where a key stands: it is the client's own, so two clients of an account never meet in one. */
export type KeyPlace = { accountId: string; clientId: string; key: string }

export type StoredAnswer = { fingerprint: Buffer; answer: Buffer | null }

/** Hours for which a key is remembered. */
const hoursKept = 24

/**
 * Takes the key for this transaction: undefined when it is free, else what stands under it. While another
 * transaction holds it, the statement waits for that one's end, at most for the lock time-out (SQLSTATE 55P03).
 */
export async function claimKey(
  sql: Sql,
  place: KeyPlace,
  fingerprint: Buffer,
  now: Date,
): Promise<StoredAnswer | undefined> {
  const key = [place.accountId, place.clientId, place.key]
  const claimed = await sql.run(
    `insert into idempotency_key as stored (account_id, client_id, key, fingerprint, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (account_id, client_id, key) do update
       set fingerprint = excluded.fingerprint, answer_sealed = null, profile_id = null,
           created_at = excluded.created_at, expires_at = excluded.expires_at
       where stored.expires_at <= $5`,
    [...key, fingerprint, now, new Date(now.getTime() + hoursKept * 3_600_000)],
  )
  if (claimed > 0) return undefined
  return sql.row<StoredAnswer>(
    `select fingerprint, answer_sealed as answer from idempotency_key
      where account_id = $1 and client_id = $2 and key = $3`,
    key,
  )
}

/** Keeps the answer beside its key, and removes a few keys of the account that have had their day. */
export async function keepAnswer(
  sql: Sql,
  place: KeyPlace,
  answer: { sealed: Buffer; profileId: string | null },
  now: Date,
): Promise<void> {
  await sql.run(
    `update idempotency_key set answer_sealed = $4, profile_id = $5
      where account_id = $1 and client_id = $2 and key = $3`,
    [place.accountId, place.clientId, place.key, answer.sealed, answer.profileId],
  )
  await sql.run(
    `delete from idempotency_key where account_id = $1 and (client_id, key) in (
       select client_id, key from idempotency_key where account_id = $1 and expires_at <= $2
        limit 20 for update skip locked)`,
    [place.accountId, now],
  )
}

/** Erases every answer that describes this person. The keys stay, so that a late repeat creates nobody anew. */
export async function eraseAnswersAbout(sql: Sql, accountId: string, profileId: string): Promise<void> {
  await sql.run(
    'update idempotency_key set answer_sealed = null, profile_id = null where account_id = $1 and profile_id = $2',
    [accountId, profileId],
  )
}
