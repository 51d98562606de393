import { z } from 'zod'
import { isTokenCaller } from '../../contract/caller.ts'
import { Failure } from '../../contract/failure.ts'
import { type Context, operation } from '../../contract/operation.ts'
import { PublicId } from '../../contract/shapes.ts'
import { newWebhookSecret } from '../../identity/webhook-signature.ts'
import { resolveTypes } from '../event-feed/types.ts'
import { requireMaker } from '../link/maker.ts'
import { notifyOwners } from '../notice/notify-owners.ts'
import {
  Include,
  MaxInFlight,
  maxEndpoints,
  maxWaiting,
  Order,
  refuseWithoutDeletion,
  secretContext,
  TypeList,
  urlContext,
  Webhook,
  type WebhookHealth,
  WebhookName,
  WebhookWithSecret,
} from './model.ts'
import {
  disableEndpoint,
  type EndpointRow,
  type EndpointSettings,
  enableEndpoint,
  findEndpoint,
  findMissed,
  hasEndpointAt,
  insertEndpoint,
  listEndpoints,
  lockEndpoints,
  readHealth,
  removeEndpoint,
  updateEndpoint,
} from './store.ts'
import { checkUrl, storedUrl, urlKeys } from './url.ts'

const Url = z
  .string()
  .max(2_000, 'is too long: at most 2000 characters')
  .meta({
    description:
      'Where to send events: `https://` and a host name. Addresses that are not public are refused at each request.',
    examples: ['https://hooks.example.com/timbre'],
  })

const fields = {
  url: Url,
  name: WebhookName.optional(),
  types: TypeList.optional(),
  order: Order.optional(),
  maxInFlight: MaxInFlight.optional(),
  include: Include.optional(),
}

export const listWebhooks = operation({
  name: 'list_webhooks',
  summary: 'List webhook endpoints',
  description:
    '`sourceAddresses` are the outgoing addresses of this installation, if its operator has set them.',
  scope: 'account:read',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'reads',
  input: z.strictObject({}),
  output: z.array(Webhook),
  rest: {
    group: 'webhooks',
    route: 'GET /webhooks',
    sdk: 'webhooks.list',
    key: 'webhooks',
    status: 200,
    siblings: {
      sourceAddresses: z.array(z.string()).meta({
        description: 'Addresses that requests come from. Empty if unknown.',
        examples: [['192.0.2.10']],
      }),
    },
  },
  async run(context) {
    const { sql, account, installation } = context
    const endpoints = await listEndpoints(sql, account.id)
    const { sourceAddresses } = installation.webhooks
    return { resource: endpoints.map((row) => toWebhook(context, row)), siblings: { sourceAddresses } }
  },
})

export const getWebhook = operation({
  name: 'get_webhook',
  summary: 'Get one webhook endpoint and how it does',
  scope: 'account:read',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'reads',
  refuses: ['missing'],
  input: z.strictObject({ webhookId: PublicId }),
  output: Webhook,
  rest: {
    group: 'webhooks',
    route: 'GET /webhook/{webhookId}',
    sdk: 'webhooks.get',
    key: 'webhook',
    status: 200,
  },
  async run(context, { webhookId }) {
    const endpoint = (await findEndpoint(context.sql, context.account.id, webhookId)) ?? noSuchWebhook()
    return { resource: { ...toWebhook(context, endpoint), health: await healthOf(context, endpoint) } }
  },
})

export const createWebhook = operation({
  name: 'create_webhook',
  summary: 'Add a webhook endpoint',
  description:
    'From now on, every event of these types is sent to the address, signed as Standard Webhooks 1.0 says. The ' +
    'response contains the signing secret, once. An endpoint that an app adds is disabled when the app is ' +
    'disconnected; one of a machine client stays.',
  scope: 'account:write',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'adds',
  emits: [],
  refuses: ['invalid', 'conflict'],
  input: z.strictObject(fields),
  output: WebhookWithSecret,
  rest: {
    group: 'webhooks',
    route: 'POST /webhook',
    sdk: 'webhooks.create',
    key: 'webhook',
    status: 201,
    examples: {
      body: { url: 'https://hooks.example.com/timbre', types: ['profile.completed', 'profile.deleted'] },
    },
  },
  async run(context, input) {
    const { sql, account, installation, newId, now } = context
    const { clientId, grantId } = await requireMaker(context)
    await lockEndpoints(sql, account.id)
    if ((await listEndpoints(sql, account.id)).length >= maxEndpoints) throw new Failure('too_many_webhooks')
    const id = newId()
    const settings = await settingsOf(context, id, {
      name: null,
      types: null,
      order: 'none',
      maxInFlight: 4,
      include: [],
      ...definedIn(input),
    })
    const secret = newWebhookSecret()
    const secretSealed = installation.secretKey.seal(secret, secretContext(account.id, id))
    await insertEndpoint(sql, account.id, { ...settings, id, now: now(), secretSealed, clientId, grantId })
    const endpoint = (await findEndpoint(sql, account.id, id)) ?? noSuchWebhook()
    await notifyOwners(context, null, { kind: 'webhookAdded', webhookId: id, host: endpoint.urlHost })
    return {
      resource: { ...toWebhook(context, endpoint), secret },
      changes: [
        { target: { type: 'webhook', id }, changes: { host: settings.urlHost, types: settings.types } },
      ],
    }
  },
})

export const updateWebhook = operation({
  name: 'update_webhook',
  summary: 'Change, disable or enable a webhook endpoint',
  description:
    'While an endpoint is disabled nothing is queued for it; what was waiting is held. The response that enables it ' +
    'again says in `missed` which events it has missed, if any; a replay sends them.',
  scope: 'account:write',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'replaces',
  emits: [],
  refuses: ['invalid', 'missing', 'conflict'],
  input: z
    .strictObject({
      webhookId: PublicId,
      ...fields,
      url: Url.optional(),
      state: z
        .enum(['enabled', 'disabled'], { error: 'must be enabled or disabled' })
        .optional()
        .meta({ description: 'Whether events are sent.', examples: ['enabled'] }),
    })
    .refine((input) => Object.keys(input).length > 1, {
      message: 'Give at least one of url, name, types, order, maxInFlight, include or state.',
    })
    .meta({ anyOf: [...Object.keys(fields), 'state'].map((name) => ({ required: [name] })) }),
  output: Webhook,
  rest: {
    group: 'webhooks',
    route: 'PATCH /webhook/{webhookId}',
    sdk: 'webhooks.update',
    key: 'webhook',
    status: 200,
    examples: { body: { name: 'Payroll sync' } },
  },
  async run(context, { webhookId, state, ...input }) {
    const { sql, account, now } = context
    const before = (await findEndpoint(sql, account.id, webhookId, 'for no key update')) ?? noSuchWebhook()
    const settings = await settingsOf(context, webhookId, {
      url: urlOf(context, before),
      name: before.name,
      types: before.types,
      order: before.strict ? 'strict' : 'none',
      maxInFlight: before.maxInFlight,
      include: before.includeCustomIds ? ['customIds'] : [],
      ...definedIn(input),
    })
    const isEnabling = state === 'enabled' && before.state === 'disabled'
    const missed = isEnabling ? await findMissed(sql, account.id, webhookId, settings.types) : undefined
    await updateEndpoint(sql, account.id, webhookId, settings, now())
    if (isEnabling) await enableEndpoint(sql, account.id, webhookId, now())
    if (state === 'disabled') await disableEndpoint(sql, account.id, webhookId, { reason: null, now: now() })
    const endpoint = (await findEndpoint(sql, account.id, webhookId)) ?? noSuchWebhook()
    const changed = Object.keys(definedIn({ ...input, state })).sort()
    if (input.url !== undefined && input.url !== urlOf(context, before))
      await notifyOwners(context, null, { kind: 'webhookMoved', webhookId, host: endpoint.urlHost })
    return {
      resource: { ...toWebhook(context, endpoint), ...(missed && { missed }) },
      changes: [
        { target: { type: 'webhook', id: webhookId }, changes: { fields: changed, host: endpoint.urlHost } },
      ],
    }
  },
})

export const deleteWebhook = operation({
  name: 'delete_webhook',
  summary: 'Delete a webhook endpoint; what is waiting is not sent',
  scope: 'account:write',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'replaces',
  evenBeyondQuotas: true,
  emits: [],
  refuses: ['missing'],
  input: z.strictObject({ webhookId: PublicId }),
  output: z.null(),
  rest: { group: 'webhooks', route: 'DELETE /webhook/{webhookId}', sdk: 'webhooks.delete', status: 204 },
  async run({ sql, account, now }, { webhookId }) {
    const endpoint = (await findEndpoint(sql, account.id, webhookId, 'for no key update')) ?? noSuchWebhook()
    await removeEndpoint(sql, account.id, webhookId, now())
    const changes = { host: endpoint.urlHost }
    return { resource: null, changes: [{ target: { type: 'webhook', id: webhookId }, changes }] }
  },
})

type Settings = {
  url: string
  name: string | null
  types: readonly string[] | null
  order: z.output<typeof Order>
  maxInFlight: number
  include: readonly string[]
}

/** Fields that were sent; null is a value. */
function definedIn<T extends object>(input: T): { [Name in keyof T]: Exclude<T[Name], undefined> } {
  const sent = Object.entries(input).filter(([, value]) => value !== undefined)
  return Object.fromEntries(sent) as { [Name in keyof T]: Exclude<T[Name], undefined> }
}

/** Checks the settings of an endpoint and returns what is stored of them. */
async function settingsOf(
  { sql, account, installation }: Context,
  webhookId: string,
  { url, name, types, order, maxInFlight, include }: Settings & { url: string },
): Promise<EndpointSettings> {
  const { secretKey, webhooks } = installation
  const address = checkUrl(url, webhooks)
  if (types) refuseWithoutDeletion(resolveTypes(types))
  const distinct = types && [...new Set(types)]
  const keys = urlKeys(address, distinct, { accountId: account.id, secretKey })
  if (await hasEndpointAt(sql, account.id, keys, webhookId)) throw new Failure('webhook_exists')
  const isStrict = order === 'strict'
  return {
    name,
    types: distinct,
    strict: isStrict,
    maxInFlight: isStrict ? 1 : maxInFlight,
    includeCustomIds: include.includes('customIds'),
    urlKey: keys[0],
    ...storedUrl(address, { accountId: account.id, webhookId, secretKey }),
  }
}

export function noSuchWebhook(): never {
  throw new Failure('webhook_not_found')
}

function urlOf(
  { account, installation }: Pick<Context, 'account' | 'installation'>,
  { id, urlSealed }: Pick<EndpointRow, 'id' | 'urlSealed'>,
): string {
  return installation.secretKey.unseal(urlSealed, urlContext(account.id, id)).toString('utf8')
}

/** Without account:write, what identifies an address and not what gives access to it. */
export function toWebhook(context: Context, row: EndpointRow): Webhook {
  const { caller, now } = context
  const mayWrite = isTokenCaller(caller) && caller.scopes.has('account:write')
  const isRotating = row.formerSecretUntil !== null && Date.parse(row.formerSecretUntil) > now().getTime()
  return {
    id: row.id,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    name: row.name,
    url: mayWrite ? urlOf(context, row) : `${row.urlHost}/…${row.urlEnd}`,
    types: row.types,
    order: row.strict ? 'strict' : 'none',
    maxInFlight: row.maxInFlight,
    include: row.includeCustomIds ? ['customIds'] : [],
    state: row.state,
    disabledReason: row.disabledReason,
    formerSecretUntil: isRotating ? row.formerSecretUntil : null,
  }
}

async function healthOf({ sql, account, now }: Context, endpoint: EndpointRow): Promise<WebhookHealth> {
  const since = new Date(now().getTime() - 86_400_000)
  const counted = await readHealth(sql, account.id, endpoint.id, { since, most: maxWaiting })
  const { waiting, oldestWaitingAt, delivered, failed, p50, p95, hours } = counted
  const isFailing = endpoint.failingSince !== null
  return {
    state: endpoint.state === 'disabled' ? 'disabled' : isFailing ? 'failing' : 'healthy',
    lastSuccessAt: endpoint.lastSuccessAt,
    failingSince: endpoint.failingSince,
    waiting,
    oldestWaitingAt,
    last24h: { delivered, failed, p50Ms: p50, p95Ms: p95 },
    hours,
  }
}
