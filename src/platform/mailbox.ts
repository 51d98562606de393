import type { DeliveryTransport } from '../contract/delivery.ts'
import type { Clock, Database } from '../contract/ports.ts'
import { findMailboxRow, insertMailboxRow, type MailboxRow, newestMailboxRows } from '../database/mailbox.ts'

/** A message as listed in `/dev/mailbox.json`. */
export type MailboxMessage = {
  id: string
  channel: string
  to: string
  subject: string
  text: string
  html: string
  /** The URLs in the text, in order and without duplicates. */
  links: string[]
  messageId: string
  /** ISO instant. */
  createdAt: string
}

/** Stores messages on this machine instead of sending them, once per Message-ID. */
export function mailboxTransport(database: Database, clock: Clock): DeliveryTransport {
  return (delivery) => {
    const { accountId, id, profileId, messageId, channel, to, text } = delivery
    const email = delivery.channel === 'email' ? delivery : { subject: '', html: '' }
    const { subject, html } = email
    return insertMailboxRow(database, {
      accountId,
      id,
      profileId,
      messageId,
      channel,
      to,
      subject,
      text,
      html,
      now: clock(),
    })
  }
}

/** Stored messages of every account, newest first, at most the newest thousand. For the demo only. */
export async function listMessages(
  database: Database,
  filter: { to?: string | undefined; limit?: number } = {},
): Promise<MailboxMessage[]> {
  const rows = await newestMailboxRows(database, { to: filter.to, limit: filter.limit ?? 1_000 })
  return rows.map(toMailboxMessage)
}

export async function findMessage(database: Database, id: string): Promise<MailboxMessage | undefined> {
  const row = await findMailboxRow(database, id)
  return row && toMailboxMessage(row)
}

function toMailboxMessage({
  id,
  channel,
  to,
  subject,
  text,
  html,
  messageId,
  createdAt,
}: MailboxRow): MailboxMessage {
  return { id, channel, to, subject, text, html, links: extractLinks(text), messageId, createdAt }
}

/** URLs in plain text, without the punctuation of the surrounding sentence. */
export function extractLinks(text: string): string[] {
  const urls = text.match(/https?:\/\/[^\s<>"]+/g) ?? []
  return [...new Set(urls.map((link) => link.replace(/[.,;:!?'")\]]+$/, '')))]
}
