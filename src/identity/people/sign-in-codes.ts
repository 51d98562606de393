import { randomInt } from 'node:crypto'
import type { Sql } from '../../contract/ports.ts'
import type { SecretKey } from '../../contract/secret-key.ts'
import { hashSecret, newSecret } from '../secret.ts'

export const codeMinutes = 10
/** Correct and wrong tries together. The last one still counts if it is correct. */
const maxCodeTries = 5

/** A code and its attempt. The code is worthless without the attempt, which only the requesting browser has. */
export type NewCode = { attempt: string; code: string; expiresAt: Date }

/** Six digits; all million codes are equally likely. */
export function newCode(now: Date): NewCode {
  return {
    attempt: newSecret('tmb_attempt_'),
    code: String(randomInt(1_000_000)).padStart(6, '0'),
    expiresAt: new Date(now.getTime() + codeMinutes * 60_000),
  }
}

/**
 * Stores a code for an address, whether or not anyone owns the address. Runs in a system transaction, like all
 * functions here. Stored as an HMAC, because a code has too few values for a plain hash: anyone who reads the table
 * could try all.
 */
export async function insertCode(
  sql: Sql,
  { attempt, code, expiresAt }: NewCode,
  { email, now, secretKey }: { email: string; now: Date; secretKey: SecretKey },
): Promise<void> {
  await sql.run(
    `insert into sign_in_code (attempt_hash, email, code_mac, created_at, expires_at)
     values ($1, $2, $3, $4, $5)`,
    [hashSecret(attempt), email, secretKey.mac('sign-in code', `${attempt}:${code}`), now, expiresAt],
  )
}

/** An attempt's address, its number of tries, and whether it can be tried again. */
export type SignInAttemptRow = { email: string; tries: number; isLive: boolean }

/** Undefined for an attempt that never existed. */
export function findAttempt(sql: Sql, attempt: string, now: Date): Promise<SignInAttemptRow | undefined> {
  return sql.row<SignInAttemptRow>(
    `select email, tries, used_at is null and tries < $3 and expires_at > $2 as "isLive"
       from sign_in_code where attempt_hash = $1`,
    [hashSecret(attempt), now, maxCodeTries],
  )
}

/** The outcome of a try. `over`: the code was used, has expired, was tried too often or never existed. */
export type RedeemResult =
  | { outcome: 'right'; email: string }
  | { outcome: 'wrong'; triesLeft: number }
  | { outcome: 'over' }

type RedeemOptions = {
  attempt: string
  code: string
  now: Date
  secretKey: SecretKey
  /** Maximum number of tries, if lower than usual. */
  maxTries?: number | undefined
}

/**
 * Tries a code. A single statement counts the try, checks it and marks the code as used, so that of many concurrent
 * tries at most one succeeds and no more than five are checked.
 */
export async function redeemCode(
  sql: Sql,
  { attempt, code, now, secretKey, maxTries = maxCodeTries }: RedeemOptions,
): Promise<RedeemResult> {
  const row = await sql.row<{ email: string; tries: number; isRight: boolean }>(
    `update sign_in_code set tries = tries + 1, used_at = case when code_mac = any($2::bytea[]) then $3::timestamptz end
      where attempt_hash = $1 and used_at is null and tries < $4 and expires_at > $3
      returning email, tries, used_at is not null as "isRight"`,
    [hashSecret(attempt), secretKey.macs('sign-in code', `${attempt}:${code}`), now, maxTries],
  )
  if (!row) return { outcome: 'over' }
  if (row.isRight) return { outcome: 'right', email: row.email }
  return row.tries < maxCodeTries
    ? { outcome: 'wrong', triesLeft: maxCodeTries - row.tries }
    : { outcome: 'over' }
}
