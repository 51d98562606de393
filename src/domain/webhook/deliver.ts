import { setTimeout as sleep } from 'node:timers/promises'
import { errorCode } from '../../contract/loggable-error.ts'
import type { Database, Sql } from '../../contract/ports.ts'
import type { SecretKey } from '../../contract/secret-key.ts'
import type { CallWebhook, WebhookResponse } from '../../contract/webhook-call.ts'
import { readCustomIds } from '../event-feed/store.ts'
import { type ClaimedDelivery, isSuccess, noteFailure, noteSuccess, recordAttempt } from './delivery-store.ts'
import { disableByService, type UnattendedParts } from './disable.ts'
import { secondsUntilAttempt } from './retry.ts'
import { signedRequest, userAgentOf } from './signed-request.ts'

export type DeliverEventOptions = UnattendedParts & {
  database: Database
  callWebhook: CallWebhook
  secretKey: SecretKey
  log: DeliveryLog
  /** Called after a transaction that may have recorded events of the account has committed. */
  noteEvents: (accountId: string) => void
  /** From 0 to 1; only tests set it. */
  random?: () => number
}

/** Log ids, hosts and statuses only: no address, body or secret. */
export type DeliveryLog = Record<'debug' | 'warn' | 'error', (fields: object, message: string) => void>

/** Sends one claimed delivery and records the outcome. Never rejects. */
export async function deliverEvent(options: DeliverEventOptions, delivery: ClaimedDelivery): Promise<void> {
  const { accountId, webhookId, urlHost, attempts } = delivery
  const fields = { accountId, webhookId, host: urlHost, attempts }
  try {
    const response = await attempt(options, delivery)
    const { status, milliseconds, error } = response
    await recordOutcome(options, delivery, response)
    const logged = { ...fields, status, milliseconds, error }
    if (isSuccess(response)) options.log.debug(logged, 'webhooks: delivered')
    else options.log.warn(logged, 'webhooks: failed')
  } catch (cause) {
    options.log.error({ ...fields, error: errorCode(cause) }, 'webhooks: cannot record the outcome')
  }
}

async function attempt(
  { database, callWebhook, secretKey, clock, installation }: DeliverEventOptions,
  delivery: ClaimedDelivery,
): Promise<WebhookResponse> {
  const { accountId, id, eventId, attempts, isReplay, includeCustomIds, body } = delivery
  try {
    const shown = includeCustomIds
      ? await database.inAccount(accountId, (sql) => withCustomIds(sql, accountId, body), { readOnly: true })
      : body
    const message = { id: eventId, body: shown, delivery: { id, attempt: attempts, isReplay } }
    const options = { secretKey, now: clock(), userAgent: userAgentOf(installation.publicUrl) }
    return await callWebhook(signedRequest(delivery, message, options))
  } catch {
    // A sealed value that can't be opened, or a database that is away: tried again like any other failure.
    return { status: null, milliseconds: 0, error: 'not sent', excerpt: null }
  }
}

/** Looked up at each attempt and never stored: keys may name people. */
async function withCustomIds(sql: Sql, accountId: string, body: string): Promise<string> {
  const event = JSON.parse(body) as { data: Record<string, unknown> }
  const subject = event.data.profileId ?? event.data.tagId ?? event.data.resourceId
  if (typeof subject !== 'string') return body
  const customIds = (await readCustomIds(sql, accountId, [subject])).get(subject) ?? []
  return JSON.stringify({ ...event, data: { ...event.data, customIds } })
}

/** Retries for some seconds, within the lease: otherwise a short outage of the database would send the event twice. */
async function recordOutcome(
  options: DeliverEventOptions,
  delivery: ClaimedDelivery,
  response: WebhookResponse,
): Promise<void> {
  const now = options.clock()
  const { retryAfterSeconds } = response
  const isGone = response.status === 410
  const random = (options.random ?? Math.random)()
  const seconds = isSuccess(response)
    ? undefined
    : secondsUntilAttempt(delivery.attempts, { random, retryAfterSeconds })
  const dueAt = seconds === undefined ? null : new Date(now.getTime() + seconds * 1_000)
  for (let round = 1; ; round += 1) {
    try {
      await options.database.inAccount(delivery.accountId, async (sql) => {
        const { accountId, webhookId, urlHost: host } = delivery
        // The endpoint before its deliveries, as everywhere, so that nothing deadlocks.
        if (isSuccess(response)) await noteSuccess(sql, accountId, webhookId, now)
        else await noteFailure(sql, accountId, webhookId, { now, heldUntil: heldUntil(response, now) })
        await recordAttempt(sql, delivery, { now, response, dueAt })
        if (isGone) await disableByService(options, sql, accountId, { kind: 'webhookGone', webhookId, host })
      })
      if (isGone) options.noteEvents(delivery.accountId)
      return
    } catch (cause) {
      if (round === 10) throw cause
      await sleep(1_000)
    }
  }
}

/** With 429 and 503, `Retry-After` is about the whole endpoint; with other statuses about the one request. */
function heldUntil({ status, retryAfterSeconds }: WebhookResponse, now: Date): Date | null {
  if (retryAfterSeconds === undefined || (status !== 429 && status !== 503)) return null
  return new Date(now.getTime() + retryAfterSeconds * 1_000)
}
