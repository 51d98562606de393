import type { Sql } from '../../contract/ports.ts'
import type { Findings, SenderRow } from './model.ts'

const columns = `local_part as "localPart", domain, proof, selector, public_key as "publicKey", key_sealed as "keySealed",
  created_at as "createdAt", proven_at as "provenAt", missing_since as "missingSince", active_since as "activeSince",
  lost_at as "lostAt", checked_at as "checkedAt", findings`

export function findSender(sql: Sql, accountId: string): Promise<SenderRow | undefined> {
  return sql.row(`select ${columns} from sender where account_id = $1`, [accountId])
}

/** The sender, locked until the transaction ends. */
export function lockSender(sql: Sql, accountId: string): Promise<SenderRow | undefined> {
  return sql.row(`select ${columns} from sender where account_id = $1 for update`, [accountId])
}

export type NewSender = Pick<
  SenderRow,
  'localPart' | 'domain' | 'proof' | 'selector' | 'publicKey' | 'keySealed'
>

/** Stores the sender of the account, the first or another one, with nothing proven. */
export async function putSender(sql: Sql, accountId: string, row: NewSender, now: Date): Promise<void> {
  await sql.run('delete from sender where account_id = $1', [accountId])
  await sql.run(
    `insert into sender (account_id, local_part, domain, proof, selector, public_key, key_sealed, created_at, check_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
    [accountId, row.localPart, row.domain, row.proof, row.selector, row.publicKey, row.keySealed, now],
  )
}

export async function setLocalPart(sql: Sql, accountId: string, localPart: string): Promise<void> {
  await sql.run('update sender set local_part = $2 where account_id = $1', [accountId, localPart])
}

/** False if there was none. */
export async function removeSenderRow(sql: Sql, accountId: string): Promise<boolean> {
  return (await sql.run('delete from sender where account_id = $1', [accountId])) > 0
}

export type CheckedSender = {
  now: Date
  findings: Findings
  provenAt: string | null
  missingSince: string | null
  activeSince: string | null
  lostAt: string | null
  checkAt: Date | null
}

/** Fails on a unique index if another account has proven the domain at the same moment. */
export async function recordSenderCheck(sql: Sql, accountId: string, checked: CheckedSender): Promise<void> {
  await sql.run(
    `update sender set checked_at = $2, findings = $3, proven_at = $4, missing_since = $5, active_since = $6, lost_at = $7,
        check_at = $8
      where account_id = $1`,
    [
      accountId,
      checked.now,
      JSON.stringify(checked.findings),
      checked.provenAt,
      checked.missingSince,
      checked.activeSince,
      checked.lostAt,
      checked.checkAt,
    ],
  )
}

/** Whether an account but this one has proven the domain; in a system transaction. */
export async function isProvenByAnother(sql: Sql, accountId: string, domain: string): Promise<boolean> {
  const text = 'select 1 from sender where domain = $2 and proven_at is not null and account_id <> $1'
  return (await sql.row(text, [accountId, domain])) !== undefined
}

/** Accounts whose sender is due for a look, the longest ago first; in a system transaction. */
export function listDueSenders(
  sql: Sql,
  now: Date,
  { limit, without }: { limit: number; without: readonly string[] },
): Promise<{ accountId: string }[]> {
  return sql.rows(
    `select account_id as "accountId" from sender
      where check_at <= $1 and account_id <> all($3::text[])
        and not exists (select from account_move move
          where move.account_id = sender.account_id and move.direction = 'out')
      order by check_at limit $2`,
    [now, limit, without],
  )
}
