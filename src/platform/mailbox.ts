import type { DeliveryTransport } from '../contract/delivery.ts'
import { linksIn } from '../contract/links-in.ts'
import type { Clock, Database } from '../contract/ports.ts'
import {
  findMailboxRow,
  insertMailboxRow,
  type MailboxRow,
  newestMailboxRows,
  trimMailbox,
} from '../database/mailbox.ts'

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

/**
 * Keeps the messages of sandboxes, the newest of each, and sends nothing. `refuses` says which addresses a mail server
 * would refuse for good.
 */
export function sandboxTransport(
  database: Database,
  clock: Clock,
  refuses: (address: string) => boolean,
): DeliveryTransport {
  const keep = mailboxTransport(database, clock)
  return async (delivery) => {
    if (refuses(delivery.to)) {
      throw Object.assign(new Error('The sandbox refuses this address.'), {
        permanent: true,
        responseCode: 550,
      })
    }
    await keep(delivery)
    if (delivery.accountId !== null) await trimMailbox(database, delivery.accountId, messagesOfSandbox)
  }
}

const messagesOfSandbox = 500

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
  return { id, channel, to, subject, text, html, links: linksIn(text), messageId, createdAt }
}
