import type { Sql } from '../../contract/ports.ts'

/** Where a key stands: it is the client's own, so two clients of an account never meet in one. */
export type HashedKey = {
  accountId: string
  clientId: string
  /** A digest of the key that the client sent, in base64url. */
  key: string
  /** The number of the advisory lock under which requests with this key are done one at a time. */
  lock: bigint
  /** A digest of what is asked for. */
  fingerprint: Buffer
}

export type StoredResponse = { fingerprint: Buffer; answer: Buffer | null }

/** Hours for which a key is remembered. */
const hoursKept = 24

/**
 * Takes the key for this transaction when it is free, gives what stands under it, or says that another
 * transaction holds it. Never waits: whoever waited here would keep a connection from everybody else.
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
      new Date(now.getTime() + hoursKept * 3_600_000),
      String(hashedKey.lock),
    ],
  )
  if (claimed > 0) return 'taken'
  return (await findStoredResponse(sql, hashedKey, now)) ?? 'held'
}

/** What is stored under a key that was used already. */
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

/** Takes the locks of all these places, without waiting; false when another transaction has one of them. */
export async function tryLockKeys(sql: Sql, hashedKeys: readonly HashedKey[]): Promise<boolean> {
  const locks = hashedKeys.map(({ lock }) => String(lock)).sort()
  const row = await sql.row<{ held: boolean }>(
    'select bool_and(pg_try_advisory_xact_lock(lock)) as held from unnest($1::bigint[]) as lock',
    [locks],
  )
  return row?.held === true
}

/** Whether this key was used already; reads alone, and takes nothing. */
export async function hasKey(sql: Sql, hashedKey: HashedKey, now: Date): Promise<boolean> {
  const found = await sql.row(
    `select 1 from idempotency_key
      where account_id = $1 and client_id = $2 and key = $3 and expires_at > $4`,
    [hashedKey.accountId, hashedKey.clientId, hashedKey.key, now],
  )
  return found !== undefined
}

/**
 * Keeps the answer beside its key, and removes a few keys of the account that have had their day. The profile
 * that the answer describes is held until the end, so that a deletion at the same moment finds the answer; when
 * it is gone already, nothing is kept of it.
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
 * Removes the oldest keys of all accounts that have had their day, about so many of them, and tells how many; only a
 * system transaction sees them all. After a long stop there may be more than one statement has time for.
 */
export async function removeExpiredKeys(sql: Sql, now: Date, limit: number): Promise<number> {
  return sql.run(
    `delete from idempotency_key where expires_at <= (
       select max(expires_at) from (
         select expires_at from idempotency_key where expires_at <= $1 order by expires_at limit $2) as oldest)`,
    [now, limit],
  )
}

/** Erases every answer that describes this person. The keys stay, so that a late repeat creates nobody anew. */
export async function eraseResponsesAbout(sql: Sql, accountId: string, profileId: string): Promise<void> {
  await sql.run(
    'update idempotency_key set answer_sealed = null, profile_id = null where account_id = $1 and profile_id = $2',
    [accountId, profileId],
  )
}
