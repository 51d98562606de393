import { randomInt } from 'node:crypto'
import type { Sql } from '../../contract/ports.ts'
import type { SecretKey } from '../../contract/secret-key.ts'
import { hashSecret, newSecret } from '../secret.ts'

export const codeMinutes = 10
/** Right and wrong tries together; the last one still counts if it is right. */
const maxCodeTries = 5

/** A code, and the attempt without which it is worth nothing: only the browser that asked holds that. */
export type NewCode = { attempt: string; code: string; expiresAt: Date }

/** Six digits, each of the million codes as likely as any other. */
export function newCode(now: Date): NewCode {
  return {
    attempt: newSecret('tmb_attempt_'),
    code: String(randomInt(1_000_000)).padStart(6, '0'),
    expiresAt: new Date(now.getTime() + codeMinutes * 60_000),
  }
}

/**
 * Keeps a code for an address, whether or not the address belongs to anybody. In a system transaction, as all here.
 * As an HMAC, because a code has too few values for a plain hash: anyone who reads the table could try them all.
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

/** For which address an attempt asked, how often it was tried, and whether it can be tried again. */
export type SignInAttemptRow = { email: string; tries: number; isLive: boolean }

/** Undefined for an attempt that never was. */
export function findAttempt(sql: Sql, attempt: string, now: Date): Promise<SignInAttemptRow | undefined> {
  return sql.row<SignInAttemptRow>(
    `select email, tries, used_at is null and tries < $3 and expires_at > $2 as "isLive"
       from sign_in_code where attempt_hash = $1`,
    [hashSecret(attempt), now, maxCodeTries],
  )
}

/** What became of a try: `over` when the code was used, has expired, was tried too often or never was. */
export type RedeemResult =
  | { outcome: 'right'; email: string }
  | { outcome: 'wrong'; triesLeft: number }
  | { outcome: 'over' }

type RedeemOptions = {
  attempt: string
  code: string
  now: Date
  secretKey: SecretKey
  /** Tries that count, where those are fewer than usual. */
  maxTries?: number | undefined
}

/**
 * Tries a code. One statement counts the try, judges it and uses the code up, so that of many tries at once one
 * at most is right and no more than five are judged.
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
