import type { DeliveryTransport } from '../contract/delivery.ts'
import type { Clock, Database } from '../contract/ports.ts'
import { mailboxTransport } from './mailbox.ts'
import { smsTransport } from './sms.ts'
import type { SmtpOptions, SmtpTransport } from './smtp.ts'

export type MessageTransport = {
  send: DeliveryTransport
  /** Closes kept connections. */
  close: () => void
}

/**
 * The transports of MAIL_URL and SMS_URL: `mailbox:` stores messages here, `smtp://` and `smtps://` send emails, and
 * `https://` sends text messages through a provider.
 */
export async function openMessageTransport({
  mailUrl,
  mailFrom,
  smsUrl,
  database,
  clock,
  log,
  mailConcurrency,
  returnPathOf,
}: {
  mailUrl: string
  mailFrom: string
  smsUrl: string
  database: Database
  clock: Clock
  log: { warn: (fields: object, message: string) => void }
  mailConcurrency: number
  returnPathOf: SmtpOptions['returnPathOf']
}): Promise<MessageTransport> {
  if (mailUrl.endsWith('?tls=off')) {
    log.warn(
      {},
      'MAIL_URL has tls=off: emails are sent unencrypted, and anyone on the network path can read their links',
    )
  }
  const mailbox = mailboxTransport(database, clock)
  const mail =
    mailUrl === 'mailbox:'
      ? undefined
      : await openSmtp({ mailUrl, mailFrom, returnPathOf, maxConnections: mailConcurrency })
  const sms = smsUrl === 'mailbox:' ? undefined : smsTransport({ smsUrl })
  return {
    send(delivery) {
      if (delivery.channel === 'email') return mail ? mail.send(delivery) : mailbox(delivery)
      return sms ? sms(delivery) : mailbox(delivery)
    },
    close: () => mail?.close(),
  }
}

async function openSmtp(options: SmtpOptions): Promise<SmtpTransport> {
  const { smtpTransport } = await import('./smtp.ts')
  return smtpTransport(options)
}
