import { Webhook as Verifier } from 'standardwebhooks'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fullEventOf } from '../../src/contract/event.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import {
  callAs,
  type Json,
  signIn,
  startTestService,
  type TestAccount,
  type TestService,
} from '../support/service.ts'
import {
  type ReceivedWebhook,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../support/webhook-receiver.ts'

let ahead = 0
let running: TestService
let receiver: WebhookReceiver
let account: TestAccount
beforeAll(async () => {
  running = await startTestService({ WEBHOOKS: 'on' }, { clock: () => new Date(Date.now() + ahead) })
  receiver = await startWebhookReceiver()
})
beforeEach(async () => {
  // What other tests left waiting would arrive here when the clock moves.
  await running.db.admin(`update webhook_endpoint set state = 'disabled'`)
  receiver.release()
  account = await running.account()
  receiver.answer(200)
  receiver.received.length = 0
})

let paths = 0
function newUrl(): string {
  paths += 1
  return receiver.url(`/hooks/${paths}`)
}

async function add(fields: object = {}, call = account.call): Promise<Json> {
  const { status, body, text } = await call('POST', '/webhook', { url: newUrl(), ...fields })
  expect(status, text).toBe(201)
  return body.webhook
}

const createTag = async (call = account.call): Promise<string> =>
  (await call('POST', '/tag', { label: 'Sales', color: 'blue' })).body.tag.id
const createPerson = async (): Promise<string> =>
  (await account.call('POST', '/profile', { email: `${newPublicId()}@test.test` })).body.profile.id
const drain = () => running.service.drainWebhooks()
const read = async (id: string): Promise<Json> => (await account.call('GET', `/webhook/${id}`)).body.webhook
const deliveries = async (id: string, query = ''): Promise<Json[]> =>
  (await account.call('GET', `/webhook/${id}/deliveries${query}`)).body.deliveries

/** The event in a request, if its signature is right. */
function verified({ body, headers }: ReceivedWebhook, secret: string): Json {
  return new Verifier(secret).verify(body, headers as Record<string, string>)
}

/** Does some work while the service's clock is so many seconds ahead. */
async function later<T>(seconds: number, work: () => Promise<T>): Promise<T> {
  ahead += seconds * 1_000
  try {
    return await work()
  } finally {
    ahead -= seconds * 1_000
  }
}

describe('a webhook endpoint', () => {
  test('gets each event of its types once, signed, byte for byte as in the feed', async () => {
    const { id, secret, url } = await add({ types: ['tag.*'] })
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(url).toBe((await read(id)).url)
    const tagId = await createTag()
    await createPerson()
    await drain()
    expect(receiver.received).toHaveLength(1)
    const [request] = receiver.received as [ReceivedWebhook]
    expect(verified(request, secret)).toMatchObject({ type: 'tag.created', data: { tagId } })
    const { body } = await account.call('GET', '/events?types=tag.created')
    expect(JSON.parse(request.body)).toEqual(body.events[0])
    expect(request.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': body.events[0].id,
      'timbre-attempt': '1',
    })
    const event = await account.call('GET', `/event/${body.events[0].id}`)
    expect(event.body.event.deliveries).toEqual([
      {
        webhookId: id,
        deliveryId: request.headers['timbre-delivery'],
        state: 'delivered',
        attempts: 1,
      },
    ])
    expect((await read(id)).health).toMatchObject({
      state: 'healthy',
      waiting: 0,
      last24h: { delivered: 1, failed: 0 },
      hours: [...Array(23).fill({ delivered: 0, failed: 0 }), { delivered: 1, failed: 0 }],
    })
  })

  test('shows its secret once, and its address only to those who may change it', {
    tags: 'long',
  }, async () => {
    const { id, url } = await add()
    const narrow = callAs(running.baseUrl, await signIn(running.baseUrl, account, 'account:read'))
    for (const call of [account.call, narrow]) {
      const answers = [await call('GET', '/webhooks'), await call('GET', `/webhook/${id}`)]
      for (const { text } of answers) expect(text).not.toContain('whsec_')
    }
    expect((await narrow('GET', `/webhook/${id}`)).body.webhook.url).toBe(
      `${new URL(url).origin}/…${url.slice(-4)}`,
    )
    const rows = JSON.stringify(await running.db.admin('select * from webhook_endpoint where id = $1', [id]))
    expect(rows).not.toContain('/hooks/')
    expect(running.logged()).not.toContain('/hooks/')
  })

  test('is tried again after a failure, with the same id and body, and given up after ten attempts', async () => {
    receiver.answer({ status: 500, body: 'no: ada@example.com whsec_abc Bearer xyz' })
    const { id } = await add()
    await createTag()
    await drain()
    expect((await read(id)).health).toMatchObject({ state: 'failing', waiting: 1, last24h: { failed: 1 } })
    const [delivery] = await deliveries(id)
    expect(delivery).toMatchObject({ state: 'waiting', attempts: 1, type: 'tag.created' })
    const waits: number[] = []
    for (;;) {
      // The token has long expired at these times.
      const [row] = await running.db.admin<{ state: string; due: number }>(
        'select state, extract(epoch from due_at)::float8 * 1000 as due from webhook_delivery where id = $1',
        [delivery.id],
      )
      if (row?.state !== 'waiting') break
      const now = Date.now() + ahead
      waits.push((row.due - now) / 1_000)
      ahead += row.due - now + 1
      await drain()
    }
    ahead = 0
    const planned = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]
    expect(waits).toHaveLength(planned.length)
    for (const [index, wait] of waits.entries()) {
      expect(wait).toBeGreaterThan((planned[index] as number) * 0.8 - 2)
      expect(wait).toBeLessThan((planned[index] as number) * 1.2 + 1)
    }
    expect(receiver.received).toHaveLength(10)
    expect(new Set(receiver.received.map(({ body, headers }) => body + headers['webhook-id'])).size).toBe(1)
    expect((await deliveries(id))[0]).toMatchObject({ state: 'failed', attempts: 10 })
    const { body } = await account.call('GET', `/webhook/${id}/deliveries/${delivery.id}`)
    expect(body.delivery.log).toHaveLength(10)
    expect(body.delivery.log[9]).toMatchObject({
      n: 10,
      status: 500,
      excerpt: 'no: [removed] [removed] Bearer [removed]',
    })
    const narrow = callAs(running.baseUrl, await signIn(running.baseUrl, account, 'account:read'))
    expect((await narrow('GET', `/webhook/${id}/deliveries/${delivery.id}`)).text).not.toContain('excerpt')
  })

  test('waits as long as Retry-After says; with 503 for all its events', { tags: 'long' }, async () => {
    receiver.answer({ status: 503, headers: { 'retry-after': '3600' } })
    const { id } = await add()
    await createTag()
    await drain()
    receiver.answer(200)
    await createTag()
    await drain()
    expect(receiver.received).toHaveLength(1)
    await later(3_601, drain)
    expect((await deliveries(id)).map(({ state }) => state)).toEqual(['delivered', 'delivered'])
  })

  test('with strict order gets one at a time by number; a failed one holds up the next', async () => {
    let failing = true
    receiver.answer(() => (failing ? 500 : 200))
    await add({ order: 'strict', types: ['tag.created'] })
    for (let count = 0; count < 5; count += 1) await createTag()
    await drain()
    expect(receiver.received).toHaveLength(1)
    failing = false
    receiver.received.length = 0
    await later(10, drain)
    expect(receiver.received.map(({ body }) => JSON.parse(body).seq)).toEqual([1, 2, 3, 4, 5])
  })

  test('that hangs does not hold up another one', { tags: 'long' }, async () => {
    receiver.answer(({ path }) => (path.endsWith('slow') ? 'hang' : 200))
    await add({ url: receiver.url('/slow') })
    const fast = await add()
    for (let count = 0; count < 12; count += 1) await createTag()
    await expect.poll(async () => (await deliveries(fast.id, '?state=delivered&limit=100')).length).toBe(12)
    expect(receiver.received.filter(({ path }) => path === '/slow')).toHaveLength(4)
  })

  test('with include customIds gets the keys of now, which are stored nowhere', {
    tags: 'long',
  }, async () => {
    await add({ types: ['profile.*'], include: ['customIds'] })
    const { body } = await account.call('POST', '/profile', { firstName: 'Ada', customId: 'ada@example.com' })
    await drain()
    const [request] = receiver.received as [ReceivedWebhook]
    const sent = JSON.parse(request.body)
    const customIds = ['ada@example.com']
    expect(sent).toMatchObject({ customIds, data: { profileId: body.profile.id, customIds } })
    // As `GET /event-types` and the OpenAPI document describe it.
    expect(fullEventOf(sent.type).parse(sent)).toEqual(sent)
    const stored = await running.db.admin('select body::text from event where account_id = $1', [account.id])
    expect(JSON.stringify(stored)).not.toContain('ada@example.com')
  })

  test('can be changed, disabled and enabled; then it says what it has missed', {
    tags: 'long',
  }, async () => {
    const { id } = await add({ types: ['tag.created'] })
    const patch = (fields: object) => account.call('PATCH', `/webhook/${id}`, fields)
    expect((await patch({ name: 'CRM', maxInFlight: 2 })).body.webhook).toMatchObject({
      name: 'CRM',
      maxInFlight: 2,
    })
    expect((await patch({ order: 'strict' })).body.webhook).toMatchObject({ order: 'strict', maxInFlight: 1 })
    expect((await patch({ state: 'disabled' })).body.webhook).toMatchObject({
      state: 'disabled',
      disabledReason: null,
    })
    for (let count = 0; count < 3; count += 1) await createTag()
    await drain()
    expect(receiver.received).toEqual([])
    const enabled = await patch({ state: 'enabled' })
    expect(enabled.body.webhook).toMatchObject({
      state: 'enabled',
      missed: { from: 1, to: 3, count: 3, after: null },
    })
    const replay = (fields: object) => account.call('POST', `/webhook/${id}/replay`, fields)
    expect((await replay({ dryRun: true })).body.data).toEqual({ events: 3, first: 1, last: 3 })
    await drain()
    expect(receiver.received).toEqual([])
    await replay({})
    await drain()
    expect(receiver.received.map(({ headers }) => headers['timbre-replay'])).toEqual(['true', 'true', 'true'])
    expect((await replay({})).body.data.events).toBe(0)
    // What is sent meanwhile still waits.
    receiver.answer('hang')
    expect((await replay({ only: 'all' })).body.data.events).toBe(3)
    const { body } = await account.call('GET', '/events')
    expect((await replay({ after: body.events[1].id, only: 'all', dryRun: true })).body.data).toMatchObject({
      events: 0,
    })
    receiver.answer(200)
    receiver.release()
    await drain()
    await patch({ state: 'disabled' })
    await createTag()
    const missed = { from: 4, to: 4, count: 1, after: body.events[2].id }
    expect((await patch({ state: 'enabled' })).body.webhook.missed).toEqual(missed)
    const rest = await replay({ after: missed.after, dryRun: true })
    expect(rest.body.data).toEqual({ events: 1, first: 4, last: 4 })
  })

  test('that is deleted gets nothing more, and its secret is gone', async () => {
    receiver.answer(500)
    const { id } = await add()
    await createTag()
    await drain()
    expect((await account.call('DELETE', `/webhook/${id}`)).status).toBe(204)
    receiver.received.length = 0
    await later(10, drain)
    await createTag()
    await drain()
    expect(receiver.received).toEqual([])
    expect((await account.call('GET', `/webhook/${id}`)).status).toBe(404)
    expect((await account.call('GET', '/webhooks')).body.webhooks).toEqual([])
    const [row] = await running.db.admin('select * from webhook_endpoint where id = $1', [id])
    expect(row).toMatchObject({ state: 'deleted', url_sealed: null, secret_sealed: null, url_end: '' })
  })

  test('sends nothing about a person after they were deleted, but that they were', async () => {
    receiver.answer({ status: 500, body: 'Ada Osei' })
    const { id } = await add()
    const profileId = await createPerson()
    await drain()
    await account.call('DELETE', `/profile/${profileId}`)
    receiver.answer(200)
    receiver.received.length = 0
    await later(10, drain)
    expect(receiver.received.map(({ body }) => JSON.parse(body).type)).toEqual(['profile.deleted'])
    const states = (await deliveries(id)).map(({ type, state, reason }) => [type, state, reason])
    expect(states).toEqual([
      ['profile.deleted', 'delivered', null],
      ['profile.created', 'cancelled', 'erased'],
    ])
    const attempts = await running.db.admin('select excerpt from webhook_attempt where account_id = $1', [
      account.id,
    ])
    expect(JSON.stringify(attempts)).not.toContain('Ada')
  })
})

describe('secrets and tests', () => {
  test('after a rotation both secrets sign for a time, the newer one first; 0 ends the old one at once', async () => {
    const { id, secret } = await add()
    const rotate = (keepOldHours: number) =>
      account.call('POST', `/webhook/${id}/rotate-secret`, { keepOldHours })
    const rotated = (await rotate(24)).body.webhook
    expect(rotated.secret).not.toBe(secret)
    await createTag()
    await drain()
    const [request] = receiver.received as [ReceivedWebhook]
    verified(request, secret)
    verified(request, rotated.secret)
    const first = String(request.headers['webhook-signature']).split(' ')[0] as string
    verified({ ...request, headers: { ...request.headers, 'webhook-signature': first } }, rotated.secret)
    expect((await rotate(24)).body.error.code).toBe('rotation_under_way')
    const last = (await rotate(0)).body.webhook
    expect(last.formerSecretUntil).toBeNull()
    await createTag()
    await drain()
    const [, after] = receiver.received as [ReceivedWebhook, ReceivedWebhook]
    verified(after, last.secret)
    for (const old of [secret, rotated.secret]) expect(() => verified(after, old)).toThrow()
  })

  test('a test sends a signed ping that is not in the feed, and answers with the attempt', async () => {
    receiver.answer({ status: 202, body: 'thanks' })
    const { id, secret } = await add()
    const { status, body } = await account.call('POST', `/webhook/${id}/test`, {})
    expect([status, body.data]).toMatchObject([200, { status: 202, error: null, excerpt: 'thanks' }])
    expect(verified(receiver.received[0] as ReceivedWebhook, secret)).toMatchObject({
      type: 'webhook.ping',
      data: { webhookId: id },
    })
    expect((await account.call('GET', '/events')).body.events).toEqual([])
    await account.call('POST', `/webhook/${id}/test`, { type: 'profile.completed' })
    expect(verified(receiver.received[1] as ReceivedWebhook, secret).type).toBe('profile.completed')
  })

  test('one bit changed in body, id or time is refused by the reference library; a thousand bodies are not', {
    tags: 'long',
  }, async () => {
    const { id, secret } = await add()
    await account.call('POST', `/webhook/${id}/test`, {})
    const [request] = receiver.received as [ReceivedWebhook]
    const { headers, body } = request
    const changed = [
      { ...request, body: body.replace('webhook.ping', 'webhook.pinh') },
      { ...request, headers: { ...headers, 'webhook-id': newPublicId() } },
      {
        ...request,
        headers: { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) },
      },
    ]
    for (const one of changed) expect(() => verified(one, secret)).toThrow()
  })
})

describe('what is refused', () => {
  test.each([
    ['http://example.com/hooks', 'number' as const],
    ['https://user:pass@example.com/', ''],
    ['https://example.com/#part', ''],
    ['https://10.0.0.1/', ''],
    ['https://0x7f000001.example/', 'fine'],
    ['https://[fd00::1]/', ''],
    ['ftp://example.com/', ''],
    ['example.com', ''],
  ])('400 for %s', async (url, kind) => {
    const { status, body } = await account.call('POST', '/webhook', { url })
    // In the demo, http and names without a dot are allowed; the connection is refused where it is not loopback.
    if (kind !== '') expect(status).toBe(201)
    else expect([status, body.error.code]).toEqual([400, 'url_not_allowed'])
  })

  test('400 for types without profile.deleted, unknown types, and the 21st endpoint; 409 for the same one twice', {
    tags: 'long',
  }, async () => {
    const post = (fields: object) => account.call('POST', '/webhook', { url: newUrl(), ...fields })
    const codeOf = async (fields: object) => (await post(fields)).body.error.code
    expect(await codeOf({ types: ['profile.completed'] })).toBe('type_required')
    expect(await codeOf({ types: ['invite.*'] })).toBe('type_required')
    expect((await post({ types: ['profile.*'] })).status).toBe(201)
    expect(await codeOf({ types: ['tag.create'] })).toBe('type_unknown')
    const url = newUrl()
    expect((await post({ url, types: ['tag.created', 'tag.deleted'] })).status).toBe(201)
    expect(await codeOf({ url, types: ['tag.deleted', 'tag.created'] })).toBe('webhook_exists')
    for (let count = 2; count < 20; count += 1) expect((await post({})).status).toBe(201)
    expect(await codeOf({})).toBe('too_many_webhooks')
  })

  test('403 without account:write, and 404 for the endpoint of another account', {
    tags: 'long',
  }, async () => {
    const { id } = await add()
    const narrow = callAs(
      running.baseUrl,
      await signIn(running.baseUrl, account, 'account:read profiles:write'),
    )
    expect((await narrow('POST', '/webhook', { url: newUrl() })).status).toBe(403)
    expect((await narrow('POST', `/webhook/${id}/rotate-secret`, {})).status).toBe(403)
    const other = await running.account()
    expect((await other.call('GET', `/webhook/${id}`)).status).toBe(404)
    expect((await other.call('DELETE', `/webhook/${id}`)).status).toBe(404)
    await createTag(other.call)
    await drain()
    expect(receiver.received).toEqual([])
  })
})
