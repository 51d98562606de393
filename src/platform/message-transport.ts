import type { DeliveryTransport } from '../contract/delivery.ts'
import type { Clock, Database } from '../contract/ports.ts'
import { mailboxTransport } from './mailbox.ts'
import { smsTransport } from './sms.ts'
import { smtpTransport } from './smtp.ts'

/**
 * The transports of MAIL_URL and SMS_URL: `mailbox:` stores messages here, `smtp://` and `smtps://` send emails, and
 * `https://` sends text messages through a provider.
 */
export function messageTransport({
  mailUrl,
  mailFrom,
  smsUrl,
  database,
  clock,
  log,
}: {
  mailUrl: string
  mailFrom: string
  smsUrl: string
  database: Database
  clock: Clock
  log: { warn: (fields: object, message: string) => void }
}): DeliveryTransport {
  if (mailUrl.endsWith('?tls=off')) {
    log.warn(
      {},
      'MAIL_URL has tls=off: emails are sent unencrypted, and anyone on the network path can read their links',
    )
  }
  const mailbox = mailboxTransport(database, clock)
  const mail = mailUrl === 'mailbox:' ? undefined : smtpTransport({ mailUrl, mailFrom })
  const sms = smsUrl === 'mailbox:' ? undefined : smsTransport({ smsUrl })
  return (delivery) => {
    if (delivery.channel === 'email') return mail ? mail(delivery) : mailbox(delivery)
    return sms ? sms(delivery) : mailbox(delivery)
  }
}
