import type { Sql } from '../../contract/ports.ts'

export type OutboxRow = {
  accountId: string
  id: string
  profileId: string | null
  inviteId: string | null
  messageId: string
  content: Buffer
  now: Date
}

/** A new row is due at once. */
export async function insert(sql: Sql, row: OutboxRow): Promise<void> {
  await sql.run(
    `insert into outbox (account_id, id, profile_id, invite_id, message_id, content_sealed, due_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7)`,
    [row.accountId, row.id, row.profileId, row.inviteId, row.messageId, row.content, row.now],
  )
}
