import type { Database, Sql } from '../contract/ports.ts'

/** A row of the demo's mailbox. */
export type MailboxRow = {
  id: string
  channel: string
  to: string
  subject: string
  text: string
  html: string
  messageId: string
  /** ISO instant. */
  createdAt: string
}

export type NewMailboxRow = Omit<MailboxRow, 'createdAt'> & {
  /** Null for sign-in emails, which belong to no account. */
  accountId: string | null
  profileId: string | null
  now: Date
}

/** Stores a message. A repeated Message-ID changes nothing. */
export async function insertMailboxRow(database: Database, row: NewMailboxRow): Promise<void> {
  const insert = (sql: Sql) =>
    sql.run(
      `insert into mailbox_message
         (account_id, id, profile_id, channel, recipient, subject, body_text, body_html, message_id, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict do nothing`,
      [
        row.accountId,
        row.id,
        row.profileId,
        row.channel,
        row.to,
        row.subject,
        row.text,
        row.html,
        row.messageId,
        row.now,
      ],
    )
  await (row.accountId === null ? database.inSystem(insert) : database.inAccount(row.accountId, insert))
}

/** Removes all but the newest messages of an account, so that it can't fill the disk. */
export async function trimMailbox(database: Database, accountId: string, keep: number): Promise<void> {
  await database.inAccount(accountId, (sql) =>
    sql.run(
      `delete from mailbox_message where account_id = $1 and id in (
         select id from mailbox_message where account_id = $1 order by created_at desc, id desc offset $2)`,
      [accountId, keep],
    ),
  )
}

/** The newest messages of all accounts. The recipient filter is case-insensitive. */
export function newestMailboxRows(
  database: Database,
  { to, limit }: { to: string | undefined; limit: number },
): Promise<MailboxRow[]> {
  return database.inSystem(
    (sql) =>
      sql.rows<MailboxRow>(
        `select ${columns} from mailbox_message where $1::text is null or lower(recipient) = lower($1)
         order by created_at desc, id desc limit $2`,
        [to ?? null, limit],
      ),
    { readOnly: true },
  )
}

export function findMailboxRow(database: Database, id: string): Promise<MailboxRow | undefined> {
  return database.inSystem(
    (sql) => sql.row<MailboxRow>(`select ${columns} from mailbox_message where id = $1`, [id]),
    { readOnly: true },
  )
}

const columns = `id, channel, recipient as "to", subject, body_text as text, body_html as html,
  message_id as "messageId", created_at as "createdAt"`
