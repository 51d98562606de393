import type { Sql } from '../../contract/ports.ts'

type NewCode = {
  accountId: string
  attemptHash: Buffer
  profileId: string
  inviteId: string
  codeMac: Buffer
  now: Date
  expiresAt: Date
}

export async function insertResultsCode(sql: Sql, code: NewCode): Promise<void> {
  await sql.run(
    `insert into results_code (account_id, attempt_hash, profile_id, invite_id, code_mac, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [code.accountId, code.attemptHash, code.profileId, code.inviteId, code.codeMac, code.now, code.expiresAt],
  )
}

/** When the newest codes of this person were made, latest first. */
export async function listCodeTimes(
  sql: Sql,
  accountId: string,
  profileId: string,
  limit: number,
): Promise<string[]> {
  const rows = await sql.rows<{ created_at: string }>(
    'select created_at from results_code where account_id = $1 and profile_id = $2 order by created_at desc limit $3',
    [accountId, profileId, limit],
  )
  return rows.map((row) => row.created_at)
}

/** Correct and wrong tries together. The last one still counts if it is correct. */
const maxTries = 5

/**
 * Tries a code of this link. A single statement counts the try, checks it and marks the code as used, so that of many
 * concurrent tries at most one succeeds and no more than five are checked.
 */
export async function redeemResultsCode(
  sql: Sql,
  tried: { accountId: string; attemptHash: Buffer; inviteId: string; macs: readonly Buffer[]; now: Date },
): Promise<boolean> {
  const row = await sql.row<{ isRight: boolean }>(
    `update results_code set tries = tries + 1, used_at = case when code_mac = any($4::bytea[]) then $5::timestamptz end
      where account_id = $1 and attempt_hash = $2 and invite_id = $3
        and used_at is null and tries < $6 and expires_at > $5
      returning used_at is not null as "isRight"`,
    [tried.accountId, tried.attemptHash, tried.inviteId, tried.macs, tried.now, maxTries],
  )
  return row?.isRight ?? false
}

/** Removes up to about this many codes made before this time. Only a system transaction sees them all. */
export async function removeOldResultsCodes(sql: Sql, before: Date, limit: number): Promise<number> {
  return sql.run(
    `delete from results_code where created_at <= (
       select max(created_at) from (
         select created_at from results_code where created_at <= $1 order by created_at limit $2) as oldest)`,
    [before, limit],
  )
}
