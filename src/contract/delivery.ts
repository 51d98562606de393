import type { OutgoingMessage } from './ports.ts'

export type OutboxMessageRef = {
  messageId: string
  /** Null for emails to people who sign in: they belong to no account. */
  accountId: string | null
  id: string
  profileId: string | null
}

/** A message with its outbox row. */
export type Delivery = OutgoingMessage & OutboxMessageRef

/** Sends one message. Rejects with `permanent: true` on the error if retrying is useless. */
export type DeliveryTransport = (delivery: Delivery) => Promise<void>
