import type { OutgoingMessage } from '../contract/ports.ts'
import type { SealContext, SecretKey } from '../contract/secret-key.ts'

/** The outbox row of a message. Sign-in emails have no account. */
export type OutboxRowId = { accountId: string | null; id: string }

/** A queued message contains a sign-in link, so it is stored encrypted and can only be opened in its own row. */
export function sealMessage(message: OutgoingMessage, key: SecretKey, row: OutboxRowId): Buffer {
  return key.seal(JSON.stringify(message), messageContext(row))
}

/** Throws `UnsealError` under another key or in another row. */
export function unsealMessage(sealed: Buffer, key: SecretKey, row: OutboxRowId): OutgoingMessage {
  return JSON.parse(key.unseal(sealed, messageContext(row)).toString('utf8'))
}

export function messageContext({ accountId, id }: OutboxRowId): SealContext {
  return `outbox:${accountId ?? 'nobody'}:${id}`
}
