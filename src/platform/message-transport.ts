import type { DeliveryTransport } from '../contract/delivery.ts'
import type { Clock, Database } from '../contract/ports.ts'
import { mailboxTransport } from './mailbox.ts'
import { smsTransport } from './sms.ts'
import { smtpTransport } from './smtp.ts'

/**
 * The ways that MAIL_URL and SMS_URL name: `mailbox:` keeps messages here, `smtp://` and `smtps://` send letters,
 * `https://` hands text messages to a provider.
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
      'MAIL_URL says tls=off: letters travel unencrypted, and whoever is on the way can read their links',
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
