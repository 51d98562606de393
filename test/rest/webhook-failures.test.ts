import { beforeAll, describe, expect, test } from 'vitest'
import { locales } from '../../src/contract/locale.ts'
import { maxNoticesPerDay } from '../../src/domain/notice/notify-owners.ts'
import { renderOwnerNoticeEmail, type WebhookNotice } from '../../src/domain/notice/owner-notice-email.ts'
import { watchWebhooks } from '../../src/domain/webhook/watch.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import {
  callAs,
  type Json,
  signIn,
  startTestService,
  type TestAccount,
  type TestService,
} from '../support/service.ts'
import { mailboxMessages } from '../support/signing-in.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts'

const hour = 3_600_000
let ahead = 0
let running: TestService
let receiver: WebhookReceiver
beforeAll(async () => {
  running = await startTestService({ WEBHOOKS: 'on' }, { clock: () => new Date(Date.now() + ahead) })
  receiver = await startWebhookReceiver()
})

type Owned = { account: TestAccount; owner: string }
async function openOwned(): Promise<Owned> {
  // What other tests left waiting would arrive here when the clock moves.
  await running.db.admin(`update webhook_endpoint set state = 'disabled'`)
  receiver.received.length = 0
  const owner = `${newPublicId()}@test.test`
  return { account: await running.account({ name: 'Heron & Co', owner }), owner }
}

/** A new token: those from before expire while the clock moves. */
const today = async ({ account }: Owned) => callAs(running.baseUrl, await signIn(running.baseUrl, account))

async function add(owned: Owned, fields: object = {}): Promise<Json> {
  const url = receiver.url(`/${newPublicId()}`)
  const { body, text } = await (await today(owned))('POST', '/webhook', { url, types: ['tag.*'], ...fields })
  if (!body.webhook) throw new Error(text)
  return body.webhook
}
const read = async (owned: Owned, id: string): Promise<Json> =>
  (await (await today(owned))('GET', `/webhook/${id}`)).body.webhook
const createTag = async (owned: Owned) =>
  (await today(owned))('POST', '/tag', { label: 'Sales', color: 'blue' })
const drain = () => running.service.drainWebhooks()
const watch = () => running.service.watchWebhooks()

/** Subjects of the owner's emails about endpoints that do not work, oldest first. */
async function told({ owner }: Owned): Promise<string[]> {
  await running.service.drainOutbox()
  const subjects = (await mailboxMessages(running.url, owner)).map(({ subject }) => subject)
  return subjects.filter((subject) => !/^New/.test(subject)).reverse()
}

const subjects = {
  failing: 'A webhook endpoint of Heron & Co is failing',
  ending: 'A webhook endpoint of Heron & Co will be disabled tomorrow',
  disabled: 'A webhook endpoint of Heron & Co was disabled',
}

/** Lets so many hours pass. Each delivery is attempted when it is due, and the endpoints are looked at every hour. */
async function pass(hours: number, atEachHour: (at: number) => Promise<void> = async () => {}) {
  const end = ahead + hours * hour
  for (let at = ahead + hour; at <= end; at += hour) {
    for (;;) {
      const [due] = await running.db.admin<{ at: Date }>(
        `select min(due_at) as at from webhook_delivery delivery where state = 'waiting' and exists
           (select from webhook_endpoint where id = delivery.webhook_id and state = 'enabled')`,
      )
      const moment = due?.at ? due.at.getTime() - Date.now() + 100 : Number.POSITIVE_INFINITY
      if (moment > at) break
      ahead = Math.max(ahead, moment)
      await drain()
    }
    ahead = at
    await watch()
    await atEachHour(at)
  }
}

describe('an endpoint that answers 500 for six days', () => {
  test('is tried at the documented times, told about twice, disabled after five days, and gets everything once enabled', async () => {
    const owned = await openOwned()
    const { id } = await add(owned)
    const other = await add(owned, { types: ['webhook.*'] })
    receiver.answer(({ path }) => (path === new URL(other.url).pathname ? 200 : 500))
    await createTag(owned)
    await drain()
    const start = ahead
    const heard: [string, number][] = []
    // Read each twelve hours and each hour around those when something is to be told: what comes earlier or later is read
    // at an hour when nothing may come.
    const isRead = (hours: number) =>
      hours % 12 === 0 || [24, 96, 120].some((expected) => Math.abs(hours - expected) <= 2)
    await pass(144, async (at) => {
      if (!isRead(Math.round((at - start) / hour))) return
      const all = await told(owned)
      for (const subject of all.slice(heard.length)) heard.push([subject, (at - start) / hour])
    })

    const attempts = await running.db.admin<{ at: Date }>(
      `select at from webhook_attempt where webhook_id = $1 order by n`,
      [id],
    )
    const waits = attempts
      .slice(1)
      .map(({ at }, index) => (at.getTime() - Number(attempts[index]?.at)) / 1_000)
    const documented = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]
    const ratios = waits.map((seconds, index) => seconds / (documented[index] ?? 0))
    expect(ratios).toHaveLength(documented.length)
    // A tenth of a second is added above, and a request takes time: much for a wait of five seconds.
    for (const ratio of ratios.slice(1)) expect(ratio).toBeGreaterThan(0.79)
    for (const ratio of ratios.slice(1)) expect(ratio).toBeLessThan(1.21)

    const found = [subjects.failing, subjects.ending, subjects.disabled]
    expect(heard.map(([subject]) => subject)).toEqual(found)
    for (const [index, hours] of [24, 96, 120].entries()) {
      expect(heard[index]?.[1]).toBeGreaterThanOrEqual(hours)
      expect(heard[index]?.[1]).toBeLessThanOrEqual(hours + 1)
    }
    expect(await read(owned, id)).toMatchObject({ state: 'disabled', disabledReason: 'failing' })
    const disabled = receiver.received.filter(({ path }) => path === new URL(other.url).pathname)
    expect(disabled.map(({ body }) => JSON.parse(body))).toMatchObject([
      { type: 'webhook.disabled', data: { webhookId: id, reason: 'failing' }, by: { kind: 'system' } },
    ])

    for (let count = 0; count < 5; count += 1) await createTag(owned)
    receiver.answer(200)
    receiver.received.length = 0
    const call = await today(owned)
    const { body } = await call('PATCH', `/webhook/${id}`, { state: 'enabled' })
    expect(body.webhook).toMatchObject({ state: 'enabled', disabledReason: null, missed: { count: 5 } })
    const replayed = await call('POST', `/webhook/${id}/replay`, { types: ['tag.*'], since: '2020-01-01' })
    expect(replayed.body.data).toMatchObject({ events: 6 })
    await drain()
    expect(receiver.received).toHaveLength(6)
    expect((await read(owned, id)).health).toMatchObject({ state: 'healthy', waiting: 0 })
    await watch()
    expect(await told(owned)).toEqual(found)
  })
})

describe('owners', () => {
  test('get nothing if one request succeeds in between, and the count begins anew', {
    tags: 'long',
  }, async () => {
    const owned = await openOwned()
    const { id } = await add(owned)
    receiver.answer(500)
    await createTag(owned)
    await pass(20)
    receiver.answer(200)
    await createTag(owned)
    await pass(1)
    receiver.answer(500)
    await createTag(owned)
    await pass(23)
    expect(await told(owned)).toEqual([])
    await pass(2)
    expect(await told(owned)).toEqual([subjects.failing])
    expect(await read(owned, id)).toMatchObject({ state: 'enabled', health: { state: 'failing' } })
  })

  test('get each email once, however many processes look at the same time', async () => {
    const owned = await openOwned()
    await add(owned)
    receiver.answer(503)
    await createTag(owned)
    await pass(23)
    // The first attempt was made a little later than the event.
    ahead += 2 * hour
    const { parts } = running.service
    const log = { error: (fields: object) => expect(fields).toBeUndefined() }
    const look = () =>
      watchWebhooks({ ...parts, region: 'us', log, noteEvents: () => {} }, new AbortController().signal)
    await Promise.all(Array.from({ length: 6 }, look))
    expect(await told(owned)).toEqual([subjects.failing])
  })

  test('read the host, since when, the last response and how much waits, and no address of the endpoint', async () => {
    const owned = await openOwned()
    const { id, url } = await add(owned)
    receiver.answer(502)
    await createTag(owned)
    await pass(25)
    expect(await told(owned)).toEqual([subjects.failing])
    const [message] = (await mailboxMessages(running.url, owned.owner)).filter(
      ({ subject }) => subject === subjects.failing,
    )
    const text = String(message?.text)
    expect(text).toContain('Last response: 502. Events waiting: 1.')
    expect(text).toContain(`${running.url}/settings/webhooks/${id}`)
    expect(text).not.toContain(new URL(url).pathname.slice(1))
  })

  test('are told who can hear the account: an endpoint that is added, moved, or gets a new secret', async () => {
    const owned = await openOwned()
    const { id } = await add(owned)
    const call = await today(owned)
    await call('PATCH', `/webhook/${id}`, { name: 'Payroll' })
    await call('PATCH', `/webhook/${id}`, { url: receiver.url(`/${newPublicId()}`) })
    await call('POST', `/webhook/${id}/rotate-secret`)
    await call('DELETE', `/webhook/${id}`)
    await running.service.drainOutbox()
    const messages = await mailboxMessages(running.url, owned.owner)
    expect(messages.map(({ subject }) => subject).sort()).toEqual([
      'New secret for a webhook endpoint of Heron & Co',
      'New webhook endpoint of Heron & Co',
      'Webhook endpoint of Heron & Co changed',
    ])
    for (const { text } of messages) expect(text).not.toContain('whsec_')
  })

  test('get at most ten a day of a kind from someone who adds endpoints that are gone', {
    tags: 'long',
  }, async () => {
    const owned = await openOwned()
    const other = await openOwned()
    receiver.answer(410)
    for (let round = 0; round < maxNoticesPerDay + 1; round += 1) {
      const { id } = await add(owned)
      await createTag(owned)
      await drain()
      expect(await read(owned, id)).toMatchObject({ state: 'disabled', disabledReason: 'gone' })
      await (await today(owned))('DELETE', `/webhook/${id}`)
    }
    expect(await told(owned)).toEqual(Array(maxNoticesPerDay).fill(subjects.disabled))
    expect(await told(other)).toEqual([])
  })
})

describe('an endpoint', () => {
  test('that answers 410 is disabled at once, and nothing more is sent', async () => {
    const owned = await openOwned()
    const { id } = await add(owned)
    receiver.answer(410)
    await createTag(owned)
    await drain()
    await createTag(owned)
    await drain()
    expect(receiver.received).toHaveLength(1)
    expect(await read(owned, id)).toMatchObject({ state: 'disabled', disabledReason: 'gone' })
    const { events } = (await (await today(owned))('GET', '/events?types=webhook.*')).body
    expect(events.map(({ data }: Json) => data)).toEqual([{ webhookId: id, reason: 'gone' }])
    expect(await told(owned)).toEqual([subjects.disabled])
  })

  test('is disabled when more deliveries wait than may, and not before', async () => {
    const { parts } = running.service
    const log = { error: (fields: object) => expect(fields).toBeUndefined() }
    const limited = { ...parts, region: 'us', log, noteEvents: () => {}, maxWaiting: 20 } as const
    await fillUp(20, () => watchWebhooks(limited, new AbortController().signal))
  })

  test('is disabled when more than 50,000 deliveries wait, and not before', { tags: 'long' }, () =>
    fillUp(50_000, watch),
  )

  async function fillUp(limit: number, look: () => Promise<void>): Promise<void> {
    const owned = await openOwned()
    const { id } = await add(owned)
    receiver.answer(500)
    const { id: accountId } = owned.account
    // As many events as the limit, made from one real event.
    await createTag(owned)
    await drain()
    const fill = async (from: number, to: number) => {
      await running.db.admin(
        `with made as (
           insert into event (account_id, seq, id, type, at, profile_id, body)
           select account_id, seq + n, lpad(to_hex(n), 24, '0'), type, at, profile_id, body
             from event, generate_series($2::bigint, $3) as n where account_id = $1 and type = 'tag.created'
              and seq = (select max(seq) from event where account_id = $1 and length(ltrim(id, '0')) > 12)
           returning account_id, seq, id, at)
         insert into webhook_delivery (account_id, id, webhook_id, event_seq, created_at, due_at)
         select account_id, id, $4, seq, at, $5 from made`,
        [accountId, from, to, id, new Date(Date.now() + ahead + 48 * hour)],
      )
      await running.db.admin(
        `update event_head set seq = (select max(seq) from event where account_id = $1) where account_id = $1`,
        [accountId],
      )
    }
    await fill(1, limit - 1)
    await look()
    expect(await read(owned, id)).toMatchObject({ state: 'enabled', health: { waiting: limit } })
    await fill(limit, limit)
    await look()
    expect(await read(owned, id)).toMatchObject({ state: 'disabled', disabledReason: 'backlog' })
    expect(await told(owned)).toEqual([subjects.disabled])
  }

  test('is removed with its log 30 days after it was deleted', { tags: 'long' }, async () => {
    const owned = await openOwned()
    const { id } = await add(owned)
    receiver.answer(200)
    await createTag(owned)
    await drain()
    await (await today(owned))('DELETE', `/webhook/${id}`)
    const rows = () =>
      running.db.admin(
        `select 1 from webhook_endpoint where id = $1 union all select 1 from webhook_delivery where webhook_id = $1
         union all select 1 from webhook_attempt where webhook_id = $1`,
        [id],
      )
    ahead += 29 * 24 * hour
    await watch()
    expect(await rows()).toHaveLength(3)
    ahead += 25 * hour
    await watch()
    expect(await rows()).toEqual([])
  })
})

describe('the emails', () => {
  const about = { webhookId: newPublicId(), host: 'hooks.example.com' }
  const failing = { ...about, since: new Date('2026-11-01T08:00:00Z'), status: null, waiting: 1_234 }
  const notices: WebhookNotice[] = [
    { ...about, kind: 'webhookAdded' },
    { ...about, kind: 'webhookMoved' },
    { ...about, kind: 'webhookRotated' },
    { ...about, kind: 'webhookGone' },
    { ...about, kind: 'webhookBacklog', waiting: 50_000 },
    { ...failing, kind: 'webhookFailing' },
    { ...failing, kind: 'webhookEnding' },
    { ...failing, kind: 'webhookDisabled' },
  ]
  test.each(locales)('are complete in %s', (locale) => {
    const input = {
      who: undefined,
      locale,
      accountName: 'Heron',
      link: 'https://timbre.test/x',
      at: new Date(),
    }
    const texts = notices.map((notice) =>
      renderOwnerNoticeEmail({ ...input, notice, timezone: 'UTC', isLast: false }),
    )
    for (const { subject, text, html } of texts) {
      expect(subject).toContain('Heron')
      for (const shown of [subject, text, html]) expect(shown).not.toMatch(/\{\w+\}|undefined|null/)
      expect(text).toContain('example')
    }
    expect(new Set(texts.map(({ text }) => text)).size).toBe(notices.length)
  })
})
