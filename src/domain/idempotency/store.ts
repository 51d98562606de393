import type { Sql } from '../../contract/ports.ts'

/** The stored form of a key. Scoped to the client, so two clients of an account never share one. */
export type HashedKey = {
  accountId: string
  clientId: string
  /** Digest of the key that the client sent, in base64url. */
  key: string
  /** Id of the advisory lock that serializes requests with this key. */
  lock: bigint
  /** Digest of the canonical request. */
  fingerprint: Buffer
}

export type StoredResponse = { fingerprint: Buffer; answer: Buffer | null }

/** Hours until a key expires. */
const retentionHours = 24

/**
 * Claims a free key for this transaction, or returns the stored response, or `held` if another transaction holds the
 * key. Never waits: a waiting request would block a database connection.
 */
export async function claimKey(
  sql: Sql,
  hashedKey: HashedKey,
  now: Date,
): Promise<'taken' | 'held' | StoredResponse> {
  const key = [hashedKey.accountId, hashedKey.clientId, hashedKey.key]
  const claimed = await sql.run(
    `insert into idempotency_key as stored (account_id, client_id, key, fingerprint, created_at, expires_at)
     select $1, $2, $3, $4, $5, $6 where pg_try_advisory_xact_lock($7)
     on conflict (account_id, client_id, key) do update
       set fingerprint = excluded.fingerprint, answer_sealed = null, profile_id = null,
           created_at = excluded.created_at, expires_at = excluded.expires_at
       where stored.expires_at <= excluded.created_at`,
    [
      ...key,
      hashedKey.fingerprint,
      now,
      new Date(now.getTime() + retentionHours * 3_600_000),
      String(hashedKey.lock),
    ],
  )
  if (claimed > 0) return 'taken'
  return (await findStoredResponse(sql, hashedKey, now)) ?? 'held'
}

/** The stored response of a used key. */
export function findStoredResponse(
  sql: Sql,
  hashedKey: HashedKey,
  now: Date,
): Promise<StoredResponse | undefined> {
  return sql.row<StoredResponse>(
    `select fingerprint, answer_sealed as answer from idempotency_key
      where account_id = $1 and client_id = $2 and key = $3 and expires_at > $4`,
    [hashedKey.accountId, hashedKey.clientId, hashedKey.key, now],
  )
}

/** Takes all these locks without waiting; false if another transaction holds one of them. */
export async function tryLockKeys(sql: Sql, hashedKeys: readonly HashedKey[]): Promise<boolean> {
  const locks = hashedKeys.map(({ lock }) => String(lock)).sort()
  const row = await sql.row<{ locked: boolean }>(
    'select bool_and(pg_try_advisory_xact_lock(lock)) as locked from unnest($1::bigint[]) as lock',
    [locks],
  )
  return row?.locked === true
}

/** Whether this key was used; takes no lock. */
export async function hasKey(sql: Sql, hashedKey: HashedKey, now: Date): Promise<boolean> {
  const row = await sql.row(
    `select 1 from idempotency_key
      where account_id = $1 and client_id = $2 and key = $3 and expires_at > $4`,
    [hashedKey.accountId, hashedKey.clientId, hashedKey.key, now],
  )
  return row !== undefined
}

/**
 * Stores the response with its key, and deletes a few expired keys of the account. Locks the profile that the
 * response describes, so that a concurrent deletion finds the response; if the profile is already deleted, no
 * response is stored.
 */
export async function storeResponse(
  sql: Sql,
  hashedKey: HashedKey,
  answer: { sealed: Buffer; profileId: string | null },
  now: Date,
): Promise<void> {
  const { sealed, profileId } = answer
  const isGone = profileId !== null && !(await lockProfileForShare(sql, hashedKey.accountId, profileId))
  await sql.run(
    `update idempotency_key set answer_sealed = $4, profile_id = $5
      where account_id = $1 and client_id = $2 and key = $3`,
    [
      hashedKey.accountId,
      hashedKey.clientId,
      hashedKey.key,
      isGone ? null : sealed,
      isGone ? null : profileId,
    ],
  )
  await sql.run(
    `delete from idempotency_key where account_id = $1 and (client_id, key) in (
       select client_id, key from idempotency_key where account_id = $1 and expires_at <= $2
        limit 20 for update skip locked)`,
    [hashedKey.accountId, now],
  )
}

async function lockProfileForShare(sql: Sql, accountId: string, profileId: string): Promise<boolean> {
  const text = 'select 1 from profile where account_id = $1 and id = $2 for key share'
  return (await sql.row(text, [accountId, profileId])) !== undefined
}

/**
 * Deletes about `limit` of the oldest expired keys of all accounts and returns how many. Needs a system transaction.
 * The limit matters after a long downtime, when all expired keys may exceed the statement timeout.
 */
export async function removeExpiredKeys(sql: Sql, now: Date, limit: number): Promise<number> {
  return sql.run(
    `delete from idempotency_key where expires_at <= (
       select max(expires_at) from (
         select expires_at from idempotency_key where expires_at <= $1 order by expires_at limit $2) as oldest)`,
    [now, limit],
  )
}

/**
 * Erases all responses that describe this person. The keys stay, so that a late retry doesn't create the person
 * again.
 */
export async function eraseResponsesAbout(sql: Sql, accountId: string, profileId: string): Promise<void> {
  await sql.run(
    'update idempotency_key set answer_sealed = null, profile_id = null where account_id = $1 and profile_id = $2',
    [accountId, profileId],
  )
}
