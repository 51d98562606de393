import type { Database } from '../../contract/ports.ts'
import { hashSecret } from '../secret.ts'

/**
 * State that oidc-provider keeps between requests: codes, refresh tokens, pending requests, registration tokens. Their
 * IDs are secrets, so a row is found by the SHA-256 of its ID and doesn't contain the ID itself.
 */
export type StoredRecord = {
  payload: Record<string, unknown>
  grantId: string | null
  createdAt: Date
  consumedAt: Date | null
}

/** The outcome of using a record; see `consumeRecord`. */
export type ConsumeResult = 'first' | 'repeated' | 'raced' | 'spent' | 'replayed' | 'gone'

export async function putRecord(
  database: Database,
  { model, id }: { model: string; id: string },
  record: { payload: Record<string, unknown>; grantId: string | null; now: Date; expiresAt: Date },
): Promise<void> {
  await database.inSystem((sql) =>
    sql.run(
      `insert into oauth_record (model, id_hash, payload, grant_id, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6)
       on conflict (model, id_hash) do update
          set payload = excluded.payload, grant_id = excluded.grant_id, expires_at = excluded.expires_at`,
      [model, hashSecret(id), JSON.stringify(record.payload), record.grantId, record.now, record.expiresAt],
    ),
  )
}

/** The record with this ID, used or not, until it expires. */
export async function findRecord(
  database: Database,
  { model, id }: { model: string; id: string },
  now: Date,
): Promise<StoredRecord | undefined> {
  const row = await database.inSystem(
    (sql) =>
      sql.row<
        Omit<StoredRecord, 'createdAt' | 'consumedAt'> & { createdAt: string; consumedAt: string | null }
      >(
        `select payload, grant_id as "grantId", created_at as "createdAt", consumed_at as "consumedAt"
           from oauth_record
          where model = $1 and id_hash = $2 and expires_at > $3`,
        [model, hashSecret(id), now],
      ),
    { readOnly: true },
  )
  if (!row) return undefined
  const consumedAt = row.consumedAt === null ? null : new Date(row.consumedAt)
  return { ...row, createdAt: new Date(row.createdAt), consumedAt }
}

export type ConsumeOptions = {
  now: Date
  /** When the request that uses the record arrived. */
  arrivedAt: Date
  /** How long after its use a record may be used again, by a request that arrived later. 0 = never. */
  graceSeconds: number
  /** The used record is kept at least until then. */
  rememberUntil: Date
}

/**
 * Uses a record once. The first request gets `first`; it is a single statement, so this happens only once.
 *
 * A request that had arrived before the record was used has lost a race (`raced`), which is normal for two windows of
 * one app. A request that arrived later repeats a use whose response may have been lost: it is allowed once within the
 * grace period (`repeated`), then no more (`spent`). Without a grace period, or after it, someone has a record that was
 * already used (`replayed`): a thief, or the victim of one (RFC 9700 section 4.14.2).
 */
export async function consumeRecord(
  database: Database,
  { model, id }: { model: string; id: string },
  { now, arrivedAt, graceSeconds, rememberUntil }: ConsumeOptions,
): Promise<ConsumeResult> {
  const idHash = hashSecret(id)
  const graceStartedAt = new Date(now.getTime() - graceSeconds * 1000)
  return database.inSystem(async (sql) => {
    const used = await sql.row<{ uses: number }>(
      `update oauth_record
          set consumed_at = coalesce(consumed_at, $3), uses = uses + 1, expires_at = greatest(expires_at, $6)
        where model = $1 and id_hash = $2
          and (consumed_at is null or (uses = 1 and consumed_at < $4 and consumed_at > $5))
        returning uses`,
      [model, idHash, now, arrivedAt, graceStartedAt, rememberUntil],
    )
    if (used) return used.uses === 1 ? 'first' : 'repeated'
    const row = await sql.row<{ consumedAt: string }>(
      `select consumed_at as "consumedAt" from oauth_record where model = $1 and id_hash = $2`,
      [model, idHash],
    )
    if (!row) return 'gone'
    const consumedAt = new Date(row.consumedAt)
    if (consumedAt >= arrivedAt) return 'raced'
    return consumedAt > graceStartedAt ? 'spent' : 'replayed'
  })
}

export async function removeRecord(
  database: Database,
  { model, id }: { model: string; id: string },
): Promise<void> {
  await database.inSystem((sql) =>
    sql.run('delete from oauth_record where model = $1 and id_hash = $2', [model, hashSecret(id)]),
  )
}

/** Removes up to `limit` expired records and returns how many. */
export async function removeExpiredRecords(database: Database, now: Date, limit: number): Promise<number> {
  return database.inSystem((sql) =>
    sql.run(
      `delete from oauth_record where (model, id_hash) in
         (select model, id_hash from oauth_record where expires_at <= $1 limit $2)`,
      [now, limit],
    ),
  )
}

/**
 * Removes up to `limit` unanswered authorization requests, except the `maxKept` latest, and returns how many. Rate
 * limits are per network, so they don't stop many senders together.
 */
export async function removeSurplusRequests(
  database: Database,
  { maxKept, limit }: { maxKept: number; limit: number },
): Promise<number> {
  return database.inSystem((sql) =>
    sql.run(
      `delete from oauth_record where model = 'Interaction' and id_hash in
         (select id_hash from oauth_record where model = 'Interaction' and not payload ? 'result'
           order by created_at desc offset $1 limit $2)`,
      [maxKept, limit],
    ),
  )
}

/** Removes up to `limit` registration tokens whose app was deleted. Only the missing app row shows that. */
export async function removeOrphanedRecords(database: Database, limit: number): Promise<number> {
  return database.inSystem((sql) =>
    sql.run(
      `delete from oauth_record where (model, id_hash) in
         (select record.model, record.id_hash from oauth_record record
           where record.model = 'RegistrationAccessToken' and not exists
             (select 1 from oauth_client client where client.client_id = record.payload ->> 'clientId')
             and record.created_at < now() - interval '5 minutes'
           limit $1)`,
      [limit],
    ),
  )
}
