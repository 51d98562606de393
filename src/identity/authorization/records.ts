import type { Database } from '../../contract/ports.ts'
import { hashSecret } from '../secret.ts'

/**
 * What the protocol keeps between two requests: codes, refresh tokens, waiting requests, registration tokens. The
 * texts that are handed out are secrets, so a row is found by the SHA-256 of its text and says nowhere what that is.
 */
export type StoredRecord = {
  payload: Record<string, unknown>
  grantId: string | null
  createdAt: Date
  consumedAt: Date | null
}

/** How the one use of a record went; see `useRecord`. */
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

/** The record of this text as long as it has not expired, used or not. */
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
  /** When the request came in that wants to use the record. */
  arrivedAt: Date
  /** How long after its use a record may be used a second time, by a request that came in later; 0 = never. */
  graceSeconds: number
  /** Until when it is remembered at least that the record was used. */
  rememberUntil: Date
}

/**
 * Uses a record, once. Whoever comes first has it (`first`); the statement is one, so nobody comes first twice.
 *
 * A request that was here already when the record was used has lost a race (`raced`): its sender did nothing that
 * two windows of one app do not do. One that came in later repeats a use whose answer may have been lost: within
 * the grace that is allowed once (`repeated`) and then no more (`spent`). Without a grace, or after it, somebody
 * holds what was used up (`replayed`): a thief, or the one they stole from (RFC 9700 section 4.14.2).
 */
export async function consumeRecord(
  database: Database,
  { model, id }: { model: string; id: string },
  { now, arrivedAt, graceSeconds, rememberUntil }: ConsumeOptions,
): Promise<ConsumeResult> {
  const idHash = hashSecret(id)
  const graceBegan = new Date(now.getTime() - graceSeconds * 1000)
  return database.inSystem(async (sql) => {
    const used = await sql.row<{ uses: number }>(
      `update oauth_record
          set consumed_at = coalesce(consumed_at, $3), uses = uses + 1, expires_at = greatest(expires_at, $6)
        where model = $1 and id_hash = $2
          and (consumed_at is null or (uses = 1 and consumed_at < $4 and consumed_at > $5))
        returning uses`,
      [model, idHash, now, arrivedAt, graceBegan, rememberUntil],
    )
    if (used) return used.uses === 1 ? 'first' : 'repeated'
    const row = await sql.row<{ consumedAt: string }>(
      `select consumed_at as "consumedAt" from oauth_record where model = $1 and id_hash = $2`,
      [model, idHash],
    )
    if (!row) return 'gone'
    const consumedAt = new Date(row.consumedAt)
    if (consumedAt >= arrivedAt) return 'raced'
    return consumedAt > graceBegan ? 'spent' : 'replayed'
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

/** Removes up to `limit` records that have had their day, and says how many went. */
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
 * Removes up to `limit` authorization requests that nobody has answered, beyond the `most` latest of them, and says
 * how many went. The network limits of one sender do not hold many senders.
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

/** Removes up to `limit` registration tokens whose app is gone; nothing but the app's row says that they are. */
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
