import { setTimeout } from 'node:timers/promises'
import { recordEvent } from '../../src/domain/event/record.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import { inOrigin, testOriginOf } from './event-origin.ts'
import type { Json, TestAccount, TestService } from './service.ts'
import type { ReceivedWebhook, WebhookReceiver } from './webhook-receiver.ts'

/** Adds an endpoint that gets the events of tags; returns its id and the path of its address. */
export async function addTagEndpoint(
  { call }: TestAccount,
  receiver: WebhookReceiver,
  fields: object = {},
): Promise<{ id: string; path: string }> {
  const path = `/${newPublicId()}`
  const { body, text } = await call('POST', '/webhook', {
    url: receiver.url(path),
    types: ['tag.*'],
    ...fields,
  })
  if (!body?.webhook) throw new Error(text)
  return { id: body.webhook.id, path }
}

/** Records so many events of an account, as its changes do, in transactions of a thousand. */
export async function recordTestEvents(
  running: TestService,
  account: TestAccount,
  count: number,
): Promise<void> {
  for (let left = count; left > 0; left -= 1_000) {
    await inOrigin(
      running.db,
      testOriginOf(account.id, { now: running.service.parts.clock }),
      async (sql) => {
        for (let n = 0; n < Math.min(left, 1_000); n += 1)
          recordEvent(sql, { type: 'tag.created', data: { tagId: newPublicId() } })
      },
    )
  }
}

export const eventIn = ({ body }: ReceivedWebhook): Json => JSON.parse(body)

/** How requests to a strict endpoint came. */
export type OrderOutcome = {
  requests: number
  delivered: number
  /** Requests for an event other than the first one not delivered yet. */
  inversions: number
}

/**
 * Sends events to a strict endpoint that refuses some of them at random, and lets the clock of the service pass to the
 * next attempt each time.
 */
export async function sendInOrder(
  { running, account, receiver, passTo }: LoadScene & { passTo: (moment: Date) => void },
  { count, refused, random }: { count: number; refused: number; random: () => number },
): Promise<OrderOutcome> {
  const outcome = { requests: 0, delivered: 0, inversions: 0 }
  const { id } = await addTagEndpoint(account, receiver, { order: 'strict' })
  let next: number | undefined
  receiver.answer((request) => {
    const { seq } = eventIn(request)
    next ??= seq as number
    outcome.requests += 1
    if (seq !== next) outcome.inversions += 1
    if (random() < refused) return 500
    outcome.delivered += 1
    next = seq + 1
    return 200
  })
  await recordTestEvents(running, account, count)
  for (;;) {
    await running.service.drainWebhooks()
    const [first] = await running.db.admin<{ at: Date }>(
      `select due_at as at from webhook_delivery where webhook_id = $1 and state = 'waiting' order by event_seq limit 1`,
      [id],
    )
    if (!first) return outcome
    passTo(first.at)
  }
}

export type LoadScene = { running: TestService; account: TestAccount; receiver: WebhookReceiver }

/** Readers that wait for an event; as many as a process allows. */
export type Waiting = {
  /** How many still wait. */
  count: () => number
  /** Causes an event of each account, and resolves to the milliseconds from its acknowledgment to each reader. */
  wake: () => Promise<number[]>
}

/** Lets four readers of each account wait at the end of its feed. */
export async function waitForEvents(accounts: readonly TestAccount[]): Promise<Waiting> {
  let count = 0
  const answered = new Map<string, number>()
  const reading = await Promise.all(
    accounts.map(async ({ id, call }) => {
      // The feed must have an end to wait at.
      await call('POST', '/tag', { label: 'Before', color: 'blue' })
      const { after } = (await call('GET', '/events?after=latest')).body
      return Array.from({ length: 4 }, async () => {
        count += 1
        const { body } = await call('GET', `/events?after=${after}&wait=20`)
        const at = performance.now()
        count -= 1
        if (body.events.length !== 1) throw new Error(`Woken with ${body.events.length} events`)
        return { id, at }
      })
    }),
  )
  return {
    count: () => count,
    async wake() {
      for (const { id, call } of accounts) {
        await call('POST', '/tag', { label: 'Sales', color: 'blue' })
        answered.set(id, performance.now())
        await setTimeout(20)
      }
      const woken = await Promise.all(reading.flat())
      return woken.map(({ id, at }) => Math.max(0, at - (answered.get(id) ?? Number.NaN)))
    },
  }
}
