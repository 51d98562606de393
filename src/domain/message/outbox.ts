import type { OutgoingMessage, Sql } from '../../contract/ports.ts'
import type { SecretKey } from '../../contract/secret-key.ts'
import { sealMessage } from '../../identity/sealed-message.ts'
import * as store from './store.ts'

export type Enqueued = {
  /** Null for letters to people who sign in: they belong to no account. */
  accountId: string | null
  /** A new public identifier; the message goes by it from here on. */
  id: string
  profileId: string | null
  /** The invite whose delivery the worker records. */
  inviteId: string | null
  message: OutgoingMessage
  /** From `messageIdFor`: the same for every try, so that a receiver can tell a repeat. */
  messageId: string
  now: Date
  secretKey: SecretKey
  /** False does the same work and sends nothing, for callers whose time must tell nothing. */
  isMeant?: boolean
}

/**
 * Puts a message on its way within the transaction that causes it: a rollback sends nothing, and a crash after
 * the commit loses nothing. The worker of platform/outbox sends it later.
 */
export async function enqueue(sql: Sql, { message, secretKey, ...row }: Enqueued): Promise<void> {
  const content = sealMessage(message, secretKey, { accountId: row.accountId, id: row.id })
  await store.insert(sql, { ...row, content })
}

/** The Message-ID (RFC 5322, section 3.6.4) of an outbox row: its identifier at the host of the service. */
export function messageIdFor(id: string, publicUrl: string): string {
  return `<${id}@${new URL(publicUrl).hostname.replace(/^\[|\]$/g, '')}>`
}
