import type { Sql } from '../../contract/ports.ts'

/** Those of these accounts that move to another region, or have, in which every write is refused. In a system transaction. */
export async function listClosedByMove(sql: Sql, accountIds: readonly string[]): Promise<string[]> {
  const rows = await sql.rows<{ accountId: string }>(
    `select account_id as "accountId" from account_move
      where account_id = any($1::text[]) and direction = 'out' and state in ('frozen', 'gone')`,
    [accountIds],
  )
  return rows.map(({ accountId }) => accountId)
}
