import type { OutgoingMessage } from '../contract/ports.ts'
import { seal, unseal } from './seal.ts'

/** The outbox row that holds a message; of no account when it is a letter to somebody who signs in. */
export type OutboxPlace = { accountId: string | null; id: string }

/** A waiting message holds a link that signs somebody in, so it is stored encrypted and opens in its own row only. */
export function sealMessage(message: OutgoingMessage, key: Buffer, place: OutboxPlace): Buffer {
  return seal(JSON.stringify(message), key, context(place))
}

/** Throws `UnsealError` under another key or in another row. */
export function openMessage(sealed: Buffer, key: Buffer, place: OutboxPlace): OutgoingMessage {
  return JSON.parse(unseal(sealed, key, context(place)).toString('utf8'))
}

function context({ accountId, id }: OutboxPlace): string {
  return `outbox:${accountId ?? 'nobody'}:${id}`
}
