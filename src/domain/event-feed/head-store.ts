import type { Sql } from '../../contract/ports.ts'

/** The number of the newest event of each of these accounts that has had one. For the system login. */
export async function readEventHeads(
  sql: Sql,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await sql.rows<{ accountId: string; seq: number }>(
    `select account_id as "accountId", seq::float8 as seq from event_head where account_id = any($1::text[])`,
    [accountIds],
  )
  return new Map(rows.map(({ accountId, seq }) => [accountId, seq]))
}
