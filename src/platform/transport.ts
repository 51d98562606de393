import type { Clock, Database } from '../contract/ports.ts'
import type { DeliveryTransport } from './deliver.ts'
import { mailboxTransport } from './mailbox.ts'
import { smtpTransport } from './smtp.ts'

/** The way that MAIL_URL names: `mailbox:` keeps messages here, `smtp://` and `smtps://` send them. */
export function mailTransport({
  mailUrl,
  mailFrom,
  database,
  clock,
}: {
  mailUrl: string
  mailFrom: string
  database: Database
  clock: Clock
}): DeliveryTransport {
  if (mailUrl === 'mailbox:') return mailboxTransport(database, clock)
  return smtpTransport({ mailUrl, mailFrom })
}
