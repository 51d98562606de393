import type { OutgoingMessage } from './ports.ts'

export type OutboxMessageRef = {
  messageId: string
  /** Null for emails to people who sign in: they belong to no account. */
  accountId: string | null
  id: string
  profileId: string | null
}

/** The address that an email comes from, and the key that signs it (DKIM, RFC 6376). */
export type EmailSender = { address: string; domain: string; selector: string; privateKey: string }

/** A message with its outbox row, and the sender of its account if it has one of its own. */
export type Delivery = OutgoingMessage & OutboxMessageRef & { sender?: EmailSender | undefined }

/** Sends one message. Rejects with `permanent: true` on the error if retrying is useless. */
export type DeliveryTransport = (delivery: Delivery) => Promise<void>
