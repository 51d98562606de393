import type { Sql } from '../contract/ports.ts'

/** The last entry of an account's audit chain. */
export type AuditHeadRow = { accountId: string; seq: number; hash: Buffer; seal: Buffer }

/** The next chain heads, ordered by account, in a system transaction. */
export function listAuditHeads(sql: Sql, after: string, limit: number): Promise<AuditHeadRow[]> {
  return sql.rows<AuditHeadRow>(
    `select account_id as "accountId", seq, hash, seal from audit_head
      where account_id > $1 order by account_id limit $2`,
    [after, limit],
  )
}

/** The hash of one entry, in a transaction of its account. Undefined if there is no entry with this number. */
export async function findEntryHash(sql: Sql, accountId: string, seq: number): Promise<Buffer | undefined> {
  const row = await sql.row<{ hash: Buffer }>(
    'select hash from audit_entry where account_id = $1 and seq = $2',
    [accountId, seq],
  )
  return row?.hash
}
