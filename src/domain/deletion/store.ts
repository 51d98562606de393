import type { Sql } from '../../contract/ports.ts'

/** Marks the account as being deleted; an interrupted deletion keeps its mark. Needs a system transaction. */
export async function markDeletionStarted(sql: Sql, accountId: string, now: Date): Promise<void> {
  await sql.run(
    'insert into account_deletion (account_id, begun_at) values ($1, $2) on conflict do nothing',
    [accountId, now],
  )
}

/** Rows that a statement removes at most, so that it ends long before its time limit. */
const accessAtOnce = 20_000

/**
 * Ends all access: revokes the clients, and removes members, sessions and links. Runs in a transaction of the account. The
 * rows of clients and connections stay until the end, because everyone whom a directory has reported goes with its row.
 */
export async function removeAccess(
  sql: Sql,
  accountId: string,
  now: Date,
  atOnce = accessAtOnce,
): Promise<void> {
  await sql.run('update machine_client set revoked_at = $2 where account_id = $1 and revoked_at is null', [
    accountId,
    now,
  ])
  await sql.run(
    `update connection set revoked_at = $2, key_hash = null, key_sealed = null, remote_key_sealed = null
      where account_id = $1 and revoked_at is null`,
    [accountId, now],
  )
  for (const table of accessTables) {
    for (let removed = atOnce; removed >= atOnce; ) removed = await removeRows(sql, table, accountId, atOnce)
  }
}

const accessTables = [
  'member',
  'take_session',
  'share_link',
  'report_link',
  'share_card',
  'failed_sign_in',
  'identity_provider',
  'sign_in_domain',
] as const

/**
 * Removes the sessions that the account's identity provider opened, and passkeys that open this account only. In a system
 * transaction.
 */
export async function removeProviderSignIns(sql: Sql, accountId: string): Promise<void> {
  await sql.run('delete from person_session where only_account_id = $1 or provider_account_id = $1', [
    accountId,
  ])
  await sql.run('delete from passkey where only_account_id = $1', [accountId])
}

/** Tables that grow with the account. All others are small or are deleted with a profile. */
export const largeTables = [
  // Without the index, removing profiles marks nothing.
  'profile_bits',
  'profile_place',
  'name_gram',
  'name_word',
  'profile_index',
  'order_callback',
  'assessment_order',
  'connection_entry',
  'profile',
  'invite',
  'resource_alias',
  'idempotency_key',
  'debrief',
  'debrief_generation',
  'outbox',
  'mailbox_message',
  'webhook_attempt',
  'webhook_delivery',
  'event',
  'link_expiry',
  'activity',
  'opening_ten',
  'completion_ten',
  'mail_opt_out',
  'bounced_address',
] as const

/**
 * Deletes up to `limit` rows of a table and the rows that reference them, and returns how many. Runs in a transaction
 * of the account.
 */
export function removeRows(
  sql: Sql,
  table: (typeof largeTables | typeof accessTables)[number],
  accountId: string,
  limit: number,
): Promise<number> {
  return sql.run(
    `delete from ${table} where account_id = $1
       and ctid = any(array(select ctid from ${table} where account_id = $1 limit $2))`,
    [accountId, limit],
  )
}

/** The same for the audit log. Needs a system transaction, and only works for accounts marked for deletion. */
export function removeAuditEntries(sql: Sql, accountId: string, limit: number): Promise<number> {
  return sql.run(
    `delete from audit_entry where account_id = $1
       and seq in (select seq from audit_entry where account_id = $1 order by seq limit $2)`,
    [accountId, limit],
  )
}

/**
 * Deletes the account and its remaining rows. Needs a system transaction, and only works for accounts marked for
 * deletion.
 */
export async function removeAccount(sql: Sql, accountId: string): Promise<void> {
  await sql.run('delete from account where id = $1', [accountId])
}

/** Records that this region has no data of the account left. */
export async function markDeletionDone(sql: Sql, accountId: string, now: Date): Promise<void> {
  await sql.run('update account_deletion set done_at = $2 where account_id = $1', [accountId, now])
}

/** Accounts deleted here whose deletion was not sent to the authorization server yet. */
export async function listUnsentDeletions(sql: Sql, limit: number): Promise<string[]> {
  const rows = await sql.rows<{ accountId: string }>(
    'select account_id as "accountId" from account_deletion where done_at is not null order by done_at limit $1',
    [limit],
  )
  return rows.map(({ accountId }) => accountId)
}

/** Removes the deletion marks, the last trace of these accounts. */
export async function removeDeletionMarks(sql: Sql, accountIds: readonly string[]): Promise<void> {
  await sql.run('delete from account_deletion where account_id = any($1)', [accountIds])
}
