import type { Event } from '../../contract/event.ts'
import { errorCode } from '../../contract/loggable-error.ts'
import type { InstallationConfig } from '../../contract/operation.ts'
import type { Clock, Database, Sql } from '../../contract/ports.ts'
import type { SecretKey } from '../../contract/secret-key.ts'
import type { CallWebhook, WebhookResponse } from '../../contract/webhook-call.ts'
import type { WorkerLog } from '../../contract/worker-log.ts'
import { withCustomIds } from '../event-feed/custom-ids.ts'
import type { ClaimedDelivery } from './claim-store.ts'
import { isSuccess } from './delivery-store.ts'
import type { RecordOutcome } from './outcomes.ts'
import { signedRequest, userAgentOf } from './signed-request.ts'

export type DeliverEventOptions = {
  database: Database
  callWebhook: CallWebhook
  secretKey: SecretKey
  clock: Clock
  installation: Pick<InstallationConfig, 'publicUrl'>
  log: WorkerLog
}

/** Sends one claimed delivery and records the outcome. Never rejects. */
export async function deliverEvent(
  options: DeliverEventOptions,
  record: RecordOutcome,
  delivery: ClaimedDelivery,
): Promise<void> {
  const { accountId, webhookId, urlHost, attempts } = delivery
  const fields = { accountId, webhookId, host: urlHost, attempts }
  try {
    const response = await attempt(options, delivery)
    const { status, milliseconds, error } = response
    await record(delivery, response)
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
      ? await database.inAccount(accountId, (sql) => withKeys(sql, accountId, body), { readOnly: true })
      : body
    const message = { id: eventId, body: shown, delivery: { id, attempt: attempts, isReplay } }
    const options = { secretKey, now: clock(), userAgent: userAgentOf(installation.publicUrl) }
    return await callWebhook(signedRequest(delivery, message, options))
  } catch {
    // A sealed value that can't be opened, or a database that is away: tried again like any other failure.
    return { status: null, milliseconds: 0, error: 'not sent', excerpt: null }
  }
}

/** Adds the keys of now, at each attempt. Receivers find them where readers of the feed do, and in `data` as before. */
async function withKeys(sql: Sql, accountId: string, body: string): Promise<string> {
  const [event] = await withCustomIds(sql, accountId, [JSON.parse(body) as Event])
  if (event?.customIds === undefined) return body
  const { customIds } = event
  return JSON.stringify({ ...event, data: { ...event.data, customIds } })
}
