import type { Sql } from '../contract/ports.ts'

/** The end of an account's audit chain. */
export type AuditHeadRow = { accountId: string; seq: number; hash: Buffer; seal: Buffer }

/** The next heads in the order of their accounts, in a system transaction. */
export function listAuditHeads(sql: Sql, after: string, limit: number): Promise<AuditHeadRow[]> {
  return sql.rows<AuditHeadRow>(
    `select account_id as "accountId", seq, hash, seal from audit_head
      where account_id > $1 order by account_id limit $2`,
    [after, limit],
  )
}

/** The hash of one entry, in a transaction of its account; undefined when there is none of that number. */
export async function findEntryHash(sql: Sql, accountId: string, seq: number): Promise<Buffer | undefined> {
  const row = await sql.row<{ hash: Buffer }>(
    'select hash from audit_entry where account_id = $1 and seq = $2',
    [accountId, seq],
  )
  return row?.hash
}
