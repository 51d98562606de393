import type { OutgoingMessage } from '../contract/ports.ts'
import type { SealContext, SecretKey } from '../contract/secret-key.ts'

/** The outbox row that holds a message; of no account when it is a letter to somebody who signs in. */
export type OutboxRowId = { accountId: string | null; id: string }

/** A waiting message holds a link that signs somebody in, so it is stored encrypted and opens in its own row only. */
export function sealMessage(message: OutgoingMessage, key: SecretKey, place: OutboxRowId): Buffer {
  return key.seal(JSON.stringify(message), messageContext(place))
}

/** Throws `UnsealError` under another key or in another row. */
export function unsealMessage(sealed: Buffer, key: SecretKey, place: OutboxRowId): OutgoingMessage {
  return JSON.parse(key.unseal(sealed, messageContext(place)).toString('utf8'))
}

export function messageContext({ accountId, id }: OutboxRowId): SealContext {
  return `outbox:${accountId ?? 'nobody'}:${id}`
}
