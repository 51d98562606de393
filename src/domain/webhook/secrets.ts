import { z } from 'zod'
import { type Event, eventOf } from '../../contract/event.ts'
import { Failure } from '../../contract/failure.ts'
import { exampleOf, type Schema } from '../../contract/json-schema.ts'
import { type Context, operation, type PrepareContext } from '../../contract/operation.ts'
import { PublicId } from '../../contract/shapes.ts'
import { newWebhookSecret } from '../../identity/webhook-signature.ts'
import { FeedType, resolveTypes } from '../event-feed/types.ts'
import { notifyOwners } from '../notice/notify-owners.ts'
import { noSuchWebhook, toWebhook } from './endpoints.ts'
import { formerSecretContext, secretContext, WebhookAttempt, WebhookWithSecret } from './model.ts'
import { signedRequest, userAgentOf } from './signed-request.ts'
import { countTests, type EndpointRow, findEndpoint, noteTest, rotateSecret } from './store.ts'

export const rotateWebhookSecret = operation({
  name: 'rotate_webhook_secret',
  summary: 'Replace the signing secret of an endpoint',
  description:
    'The response contains the new secret, once. For `keepOldHours`, requests are signed with both secrets. After a ' +
    'leak send 0: every older secret ends at once.',
  scope: 'account:write',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'replaces',
  evenBeyondQuotas: true,
  emits: [],
  refuses: ['missing', 'conflict'],
  input: z.strictObject({
    webhookId: PublicId,
    keepOldHours: z
      .int('must be a whole number')
      .min(0, 'must be at least 0')
      .max(168, 'must be at most 168')
      .default(24)
      .meta({ description: 'Hours for which the former secret signs too.', examples: [24] }),
  }),
  output: WebhookWithSecret,
  rest: {
    group: 'webhooks',
    route: 'POST /webhook/{webhookId}/rotate-secret',
    sdk: 'webhooks.rotateSecret',
    key: 'webhook',
    status: 200,
  },
  async run(context, { webhookId, keepOldHours }) {
    const { sql, account, installation, now } = context
    const { secretKey } = installation
    const before = (await findEndpoint(sql, account.id, webhookId, 'for no key update')) ?? noSuchWebhook()
    if (keepOldHours > 0 && isRotating(before, now())) throw new Failure('rotation_under_way')
    const secret = newWebhookSecret()
    const former = secretKey.unseal(before.secretSealed, secretContext(account.id, webhookId))
    await rotateSecret(sql, account.id, webhookId, {
      secretSealed: secretKey.seal(secret, secretContext(account.id, webhookId)),
      formerSealed:
        keepOldHours > 0 ? secretKey.seal(former, formerSecretContext(account.id, webhookId)) : null,
      formerUntil: keepOldHours > 0 ? new Date(now().getTime() + keepOldHours * 3_600_000) : null,
      now: now(),
    })
    const endpoint = (await findEndpoint(sql, account.id, webhookId)) ?? noSuchWebhook()
    await notifyOwners(context, null, { kind: 'webhookRotated', webhookId, host: endpoint.urlHost })
    return {
      resource: { ...toWebhook(context, endpoint), secret },
      changes: [{ target: { type: 'webhook', id: webhookId }, changes: { keepOldHours } }],
    }
  },
})

function isRotating({ formerSecretUntil }: EndpointRow, now: Date): boolean {
  return formerSecretUntil !== null && Date.parse(formerSecretUntil) > now.getTime()
}

/** Tests of all endpoints of an account, per minute. */
const maxTests = 10

const Tested = WebhookAttempt.required({ excerpt: true })
type Tested = z.output<typeof Tested>

/** A signed request with a sample, outside of the feed: it has no number, and nothing is tried again. */
export const testWebhook = operation({
  name: 'test_webhook',
  summary: 'Send a test request to an endpoint, and wait for its answer',
  description:
    'Sends `webhook.ping`, or the sample of another type, signed like any other request. It is not part of the feed, ' +
    'is not tried again, and says nothing about the health of the endpoint. At most ten a minute per account.',
  scope: 'account:write',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'adds',
  emits: [],
  refuses: ['missing', 'invalid', 'conflict', 'limited'],
  takesLong: true,
  input: z.strictObject({ webhookId: PublicId, type: FeedType.optional() }),
  output: Tested,
  rest: {
    group: 'webhooks',
    route: 'POST /webhook/{webhookId}/test',
    sdk: 'webhooks.test',
    key: 'data',
    status: 200,
  },
  async prepare({ webhookId, type }, preparation) {
    const { account, installation, now, newId, callWebhook, transact } = preparation
    const id = newId()
    const body = JSON.stringify(type === undefined ? ping(preparation, id, webhookId) : sampleOf(type, id))
    const endpoint = await transact((sql) => openForTest(preparation, sql, webhookId))
    const at = now()
    const options = {
      secretKey: installation.secretKey,
      now: at,
      userAgent: userAgentOf(installation.publicUrl),
    }
    const sealed = { ...endpoint, accountId: account.id, webhookId }
    const { status, milliseconds, error, excerpt } = await callWebhook(
      signedRequest(sealed, { id, body }, options),
    )
    const attempt: Tested = { n: 1, at: at.toISOString(), status, milliseconds, error, excerpt }
    return { webhookId, attempt }
  },
  async run(_, { webhookId, attempt }: { webhookId: string; attempt: Tested }) {
    const { status, error } = attempt
    return {
      resource: attempt,
      changes: [{ target: { type: 'webhook', id: webhookId }, changes: { status, error } }],
    }
  },
})

async function openForTest(
  { account, installation, now }: PrepareContext,
  sql: Context['sql'],
  webhookId: string,
): Promise<EndpointRow> {
  const endpoint = (await findEndpoint(sql, account.id, webhookId, 'for no key update')) ?? noSuchWebhook()
  if (endpoint.state === 'disabled') throw new Failure('webhook_disabled')
  const since = new Date(now().getTime() - 60_000)
  if (installation.isLimited && (await countTests(sql, account.id, since)) >= maxTests) {
    const message = 'Ten tests a minute are allowed. Try again in a minute.'
    throw new Failure('rate_limited', { message, retryAfterSeconds: 60 })
  }
  await noteTest(sql, account.id, webhookId, { now: now(), since })
  return endpoint
}

function ping({ account, installation, now }: PrepareContext, id: string, webhookId: string): object {
  return {
    id,
    type: 'webhook.ping',
    timestamp: now().toISOString(),
    accountId: account.id,
    region: installation.region,
    mode: account.mode,
    data: { webhookId },
  }
}

function sampleOf(name: string, id: string): Event {
  const [type] = resolveTypes([name])
  const schema = z.toJSONSchema(eventOf(type as NonNullable<typeof type>)) as Schema
  return { ...(exampleOf(schema, {}) as Event), id }
}
