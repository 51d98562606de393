import type { Sql } from '../../contract/ports.ts'

/** Notes that the deletion of an account begins; one that was cut off goes on. In a system transaction. */
export async function markDeletionStarted(sql: Sql, accountId: string, now: Date): Promise<void> {
  await sql.run(
    'insert into account_deletion (account_id, begun_at) values ($1, $2) on conflict do nothing',
    [accountId, now],
  )
}

/** Removes what lets anybody act for the account, or opens anything of it. In a transaction of the account. */
export async function removeAccess(sql: Sql, accountId: string): Promise<void> {
  for (const table of accessTables) await sql.run(`delete from ${table} where account_id = $1`, [accountId])
}

const accessTables = [
  'machine_client',
  'member',
  'take_session',
  'share_link',
  'report_link',
  'failed_sign_in',
] as const

/** Tables that grow with the account. What is not named here is small, or goes with a profile. */
export const largeTables = [
  'profile',
  'invite',
  'resource_alias',
  'idempotency_key',
  'debrief',
  'debrief_generation',
  'outbox',
  'mailbox_message',
] as const

/** Removes some rows of a table with all that refers to them, and says how many. In a transaction of the account. */
export function removeRows(
  sql: Sql,
  table: (typeof largeTables)[number],
  accountId: string,
  limit: number,
): Promise<number> {
  return sql.run(
    `delete from ${table} where account_id = $1
       and ctid = any(array(select ctid from ${table} where account_id = $1 limit $2))`,
    [accountId, limit],
  )
}

/** The same of the audit log, in a system transaction: only a deletion that has begun may. */
export function removeAuditEntries(sql: Sql, accountId: string, limit: number): Promise<number> {
  return sql.run(
    `delete from audit_entry where account_id = $1
       and seq in (select seq from audit_entry where account_id = $1 order by seq limit $2)`,
    [accountId, limit],
  )
}

/** Removes the account with what is left of it. In a system transaction: only a deletion that has begun may. */
export async function removeAccount(sql: Sql, accountId: string): Promise<void> {
  await sql.run('delete from account where id = $1', [accountId])
}

/** Notes that nothing is left of the account here. */
export async function markDeletionDone(sql: Sql, accountId: string, now: Date): Promise<void> {
  await sql.run('update account_deletion set done_at = $2 where account_id = $1', [accountId, now])
}

/** Accounts of which nothing is left here, and of which the authorization server was not told. */
export async function listUnsentDeletions(sql: Sql, limit: number): Promise<string[]> {
  const rows = await sql.rows<{ accountId: string }>(
    'select account_id as "accountId" from account_deletion where done_at is not null order by done_at limit $1',
    [limit],
  )
  return rows.map(({ accountId }) => accountId)
}

/** Removes the last trace of a deletion. */
export async function removeDeletionMarks(sql: Sql, accountIds: readonly string[]): Promise<void> {
  await sql.run('delete from account_deletion where account_id = any($1)', [accountIds])
}
