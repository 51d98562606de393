import type { OutgoingMessage, Sql } from '../../contract/ports.ts'
import type { SecretKey } from '../../contract/secret-key.ts'
import { sealMessage } from '../../identity/sealed-message.ts'
import { consumePermit, type Permit } from '../message/permit.ts'
import { laneOf } from './lane.ts'
import { type CheckedAs, insertOutboxRow } from './store.ts'

export type NewMessage = {
  /** Null for emails to people who sign in: they belong to no account. */
  accountId: string | null
  /** A new public identifier. */
  id: string
  profileId: string | null
  /** The invite on which the worker records the delivery. */
  inviteId: string | null
  /** From `requestPermit` or `openPermitBatch`. Required for every message. */
  permit: Permit
  message: OutgoingMessage
  /** From `messageIdFor`. The same for every attempt, so that receivers recognize duplicates. */
  messageId: string
  now: Date
  secretKey: SecretKey
  /** One of many that one request or one task sends at once. */
  isBulk?: boolean
  /** From then on the message is useless and isn't sent any more. */
  expiresAt?: Date
  /** Which check decides before each attempt whether it is still wanted; none if not set. */
  checkedAs?: CheckedAs
  /** An invite that leads to the person's results. */
  isResults?: boolean
  /** False does the same work without sending, for callers whose timing must reveal nothing. */
  shouldSend?: boolean
}

/**
 * Queues a message in the transaction that causes it: a rollback sends nothing, and a crash after the commit loses
 * nothing. The worker sends it later.
 */
export async function enqueue(
  sql: Sql,
  { permit, message, secretKey, isBulk = false, ...row }: NewMessage,
): Promise<void> {
  consumePermit(permit, message)
  const sealed = withUnsubscribeLink(message, permit)
  const content = sealMessage(sealed, secretKey, { accountId: row.accountId, id: row.id })
  const { channel } = message
  const { kind } = permit
  const memberAddress = toMembers.has(kind) ? message.to : undefined
  await insertOutboxRow(sql, { ...row, content, channel, kind, lane: laneOf(kind, isBulk), memberAddress })
}

/** Kinds that members of the account get. A security notice to someone who signs in has no account. */
const toMembers: ReadonlySet<string> = new Set(['member', 'notice', 'memberNotice', 'security'])

/** The unsubscribe link is in the header, for mail programs, and in both texts, for people. */
function withUnsubscribeLink(message: OutgoingMessage, { unsubscribeLink }: Permit): OutgoingMessage {
  if (unsubscribeLink === undefined || message.channel !== 'email') return message
  if (!message.text.includes(unsubscribeLink) || !message.html.includes(unsubscribeLink)) {
    throw new Error('This email must contain its unsubscribe link.')
  }
  return { ...message, unsubscribe: unsubscribeLink }
}

/** The Message-ID (RFC 5322, section 3.6.4) of an outbox row: its identifier at the host of the service. */
export function messageIdFor(id: string, publicUrl: string): string {
  return `<${id}@${new URL(publicUrl).hostname.replace(/^\[|\]$/g, '')}>`
}
