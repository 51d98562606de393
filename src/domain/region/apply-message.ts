import type { RevokeReason } from '../../contract/authorization.ts'
import type { AppMessage, QueueRegionMessage } from '../../contract/region-message.ts'
import { recordConnection } from '../app/connect.ts'
import type { AppParts } from '../app/model.ts'
import { applyDisconnection, revokeToken } from '../app/revoke.ts'
import type { FeedEntry } from './model.ts'
import { appendMessage, isMessageApplied, isTokenRevocationQueued, markMessageApplied } from './store.ts'

/**
 * Sends messages to other regions, from the authorization server. An app may revoke the same token any number of times;
 * that is sent once, so that no app can fill the feed and delay other messages.
 */
export function createSendToRegion({ newId, clock }: Pick<AppParts, 'newId' | 'clock'>): QueueRegionMessage {
  return async (sql, zone, message) => {
    if (message.kind === 'token_revoked' && (await isTokenRevocationQueued(sql, zone, message))) return
    await appendMessage(sql, zone, { id: newId(), message, now: clock() })
  }
}

/**
 * Applies a message of the authorization server in this region. Idempotent: repeats change nothing, and an interrupted
 * message is completed when it is delivered again.
 */
export async function applyMessage(parts: AppParts, { id: messageId, message }: FeedEntry): Promise<void> {
  const { database } = parts
  const { accountId } = message
  const mark = { accountId, messageId, now: parts.clock() }
  if (message.kind === 'app_connected') {
    await database.inAccount(accountId, async (sql) => {
      if (await markMessageApplied(sql, mark)) await recordConnection(sql, parts, message)
    })
    return
  }
  const heard = (sql: Parameters<typeof isMessageApplied>[0]) => isMessageApplied(sql, accountId, messageId)
  if (await database.inAccount(accountId, heard, { readOnly: true })) return
  await applyRevocation(parts, message as Exclude<AppMessage, { kind: 'app_connected' }>)
  await database.inAccount(accountId, (sql) => markMessageApplied(sql, mark))
}

/** Both are safe to repeat: nothing is written for a revocation that already exists. */
function applyRevocation(
  parts: AppParts,
  message: Exclude<AppMessage, { kind: 'app_connected' }>,
): Promise<void> {
  if (message.kind === 'app_disconnected') {
    return applyDisconnection(parts, { ...message, reason: message.reason as RevokeReason })
  }
  return revokeToken(parts, { ...message, region: parts.region }, message.requestId)
}
