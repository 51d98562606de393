import type { Sql } from '../../contract/ports.ts'
import type { SecretKey } from '../../contract/secret-key.ts'
import { unsealMessage } from '../../identity/sealed-message.ts'
import { reopenInvites } from '../invite/store.ts'
import { isOptional } from '../message/message-intent.ts'
import { forgetBounced, listOptedOut } from '../message/opt-out.ts'
import { type FailedMessage, isMessageOfUse, type MessageRow, maxRetries, queueAgain } from './store.ts'

/** Messages in one retry of many. */
export const maxRetried = 500

/** Queues locked messages again, except for people who have unsubscribed since. Returns how many. */
export async function sendAgain(
  sql: Sql,
  failed: readonly FailedMessage[],
  {
    accountId,
    now,
    secretKey,
    installation,
  }: {
    accountId: string
    now: Date
    secretKey: SecretKey
    installation: Parameters<typeof listOptedOut>[1]['installation']
  },
): Promise<number> {
  const addressed = failed.map((one) => ({
    ...one,
    to: unsealMessage(one.content, secretKey, { accountId, id: one.id }).to,
  }))
  const optional = addressed.filter(({ kind }) => kind === null || isOptional(kind))
  const addresses = optional.map(({ to }) => to)
  const optedOut = await listOptedOut(sql, { accountId, addresses, installation })
  const chosen = addressed.filter((one) => !(optional.includes(one) && optedOut.has(one.to)))
  // Sending it again tries the address again.
  await forgetBounced(sql, { accountId, addresses: chosen.map(({ to }) => to), installation })
  const ids = chosen.map(({ id }) => id)
  await queueAgain(sql, accountId, now, ids)
  const inviteIds = chosen.flatMap(({ inviteId }) => inviteId ?? [])
  await reopenInvites(sql, accountId, inviteIds)
  return chosen.length
}

export type RetryRefusal =
  | 'message_not_failed'
  | 'message_content_gone'
  | 'message_retried_too_often'
  | 'message_useless'

/** Why a message that could not be locked is not sent again. */
export async function whyNotAgain(
  sql: Sql,
  accountId: string,
  now: Date,
  message: MessageRow,
): Promise<RetryRefusal> {
  const refusal = contentRefusal(message)
  if (refusal) return refusal
  if (message.retries >= maxRetries) return 'message_retried_too_often'
  // If it is of use, another request is queuing it right now.
  return (await isMessageOfUse(sql, accountId, now, message.id)) ? 'message_not_failed' : 'message_useless'
}

/** Undefined for a failed message that has its content. */
export function contentRefusal({ state, hasContent }: MessageRow): RetryRefusal | undefined {
  if (state !== 'failed') return 'message_not_failed'
  return hasContent ? undefined : 'message_content_gone'
}
