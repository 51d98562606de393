import type { Sql } from '../../contract/ports.ts'

export type ErasureRequestKey = { accountId: string; profileId: string }

/** The current state of a deletion request. */
export type ErasureRequest = {
  requestedAt: string
  withdrawnAt: string | null
  toldSince: string
  told: number
}

export async function findErasureRequest(
  sql: Sql,
  { accountId, profileId }: ErasureRequestKey,
): Promise<ErasureRequest | undefined> {
  return sql.row(
    `select requested_at as "requestedAt", withdrawn_at as "withdrawnAt", told_since as "toldSince", told
       from erasure_request where account_id = $1 and profile_id = $2`,
    [accountId, profileId],
  )
}

/** When the person requested deletion, while the request is open; null without one. */
export async function findErasureRequestedAt(sql: Sql, key: ErasureRequestKey): Promise<string | null> {
  const request = await findErasureRequest(sql, key)
  return request && request.withdrawnAt === null ? request.requestedAt : null
}

/** Stores a request or its withdrawal, replacing an earlier one. */
export async function writeErasureRequest(
  sql: Sql,
  { accountId, profileId }: ErasureRequestKey,
  request: { requestedAt: string; withdrawnAt: string | null; toldSince: string; told: number },
): Promise<void> {
  await sql.run(
    `insert into erasure_request (account_id, profile_id, requested_at, withdrawn_at, told_since, told)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (account_id, profile_id) do update
       set requested_at = excluded.requested_at, withdrawn_at = excluded.withdrawn_at,
           told_since = excluded.told_since, told = excluded.told`,
    [accountId, profileId, request.requestedAt, request.withdrawnAt, request.toldSince, request.told],
  )
}

/** How many emails the owners of an account got about people whose count started after this time. */
export async function countErasureNotices(sql: Sql, accountId: string, since: Date): Promise<number> {
  const row = await sql.row<{ told: number }>(
    `select coalesce(sum(told), 0)::integer as told from erasure_request where account_id = $1 and told_since > $2`,
    [accountId, since],
  )
  return row?.told ?? 0
}
