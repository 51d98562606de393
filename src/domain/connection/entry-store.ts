import type { Sql } from '../../contract/ports.ts'

export type EntryRow = {
  id: string
  at: string
  direction: 'in' | 'out'
  call: string
  status: number | null
  isProblem: boolean
  message: string | null
  orderId: string | null
}

/** Lines in the log of one connection. */
const kept = 500

/** Adds a line to the log, and removes the oldest beyond the limit. */
export async function insertEntry(
  sql: Sql,
  { accountId, connectionId }: { accountId: string; connectionId: string },
  { id, at, direction, call, status, isProblem, message, orderId }: Omit<EntryRow, 'at'> & { at: Date },
): Promise<void> {
  await sql.run(
    `insert into connection_entry (account_id, connection_id, id, at, direction, call, status, is_problem, message,
        order_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [accountId, connectionId, id, at, direction, call, status, isProblem, message, orderId],
  )
  await sql.run(
    `delete from connection_entry where account_id = $1 and connection_id = $2 and (at, id) <= (
       select at, id from connection_entry where account_id = $1 and connection_id = $2
        order by at desc, id desc offset $3 limit 1)`,
    [accountId, connectionId, kept],
  )
}

/** The newest lines. */
export function listEntries(
  sql: Sql,
  { accountId, connectionId }: { accountId: string; connectionId: string },
  limit: number,
): Promise<EntryRow[]> {
  return sql.rows(
    `select id, at, direction, call, status, is_problem as "isProblem", message, order_id as "orderId"
       from connection_entry where account_id = $1 and connection_id = $2
      order by at desc, id desc limit $3`,
    [accountId, connectionId, limit],
  )
}
