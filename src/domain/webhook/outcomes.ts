import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Sql } from '../../contract/ports.ts'
import type { WebhookResponse } from '../../contract/webhook-call.ts'
import {
  type ClaimedDelivery,
  isSuccess,
  noteFailure,
  noteSuccess,
  recordAttempts,
} from './delivery-store.ts'
import { disableByService, type UnattendedParts } from './disable.ts'
import { secondsUntilAttempt } from './retry.ts'

export type RecordOutcomesOptions = UnattendedParts & {
  database: Database
  /** Called after a transaction that may have recorded events of the account has committed. */
  noteEvents: (accountId: string) => void
  /** From 0 to 1; only tests set it. */
  random?: () => number
}

/** Records what came of one attempt. Rejects if the database stays away for ten rounds of a second. */
export type RecordOutcome = (delivery: ClaimedDelivery, response: WebhookResponse) => Promise<void>

type Outcome = {
  delivery: ClaimedDelivery
  response: WebhookResponse
  now: Date
  /** When it is tried again; null if it was delivered or is given up. */
  dueAt: Date | null
}

type Pending = PromiseWithResolvers<void> & { outcome: Outcome }

/**
 * What ends while a transaction of the account is under way is recorded together by the next one. So a busy account costs
 * few transactions, and a quiet one waits for nothing.
 */
export function createOutcomeRecorder(options: RecordOutcomesOptions): RecordOutcome {
  const queues = new Map<string, Pending[]>()

  async function recordAll(accountId: string): Promise<void> {
    for (;;) {
      const [batch, later] = firstOfEach(queues.get(accountId) ?? [])
      if (batch.length === 0) break
      queues.set(accountId, later)
      try {
        const outcomes = batch.map(({ outcome }) => outcome)
        await recordTogether(options, accountId, outcomes)
        for (const { resolve } of batch) resolve()
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    queues.delete(accountId)
  }

  return (delivery, response) => {
    const outcome = { delivery, response, ...plannedAttempt(options, delivery, response) }
    const pending = { outcome, ...Promise.withResolvers<void>() }
    const queue = queues.get(delivery.accountId)
    if (queue) queue.push(pending)
    else {
      queues.set(delivery.accountId, [pending])
      void recordAll(delivery.accountId)
    }
    return pending.promise
  }
}

/** A delivery whose lease has ended may be under way twice; its attempts are numbered one after the other. */
function firstOfEach(pending: readonly Pending[]): [batch: Pending[], later: Pending[]] {
  const [batch, later] = [new Map<string, Pending>(), [] as Pending[]]
  for (const one of pending) {
    const { id } = one.outcome.delivery
    if (batch.has(id)) later.push(one)
    else batch.set(id, one)
  }
  return [[...batch.values()], later]
}

function plannedAttempt(
  { clock, random = Math.random }: RecordOutcomesOptions,
  { attempts }: ClaimedDelivery,
  response: WebhookResponse,
): Pick<Outcome, 'now' | 'dueAt'> {
  const now = clock()
  const { retryAfterSeconds } = response
  const seconds = isSuccess(response)
    ? undefined
    : secondsUntilAttempt(attempts, { random: random(), retryAfterSeconds })
  return { now, dueAt: seconds === undefined ? null : new Date(now.getTime() + seconds * 1_000) }
}

/** Retries for some seconds, within the lease: otherwise a short outage of the database would send events twice. */
async function recordTogether(
  options: RecordOutcomesOptions,
  accountId: string,
  outcomes: readonly Outcome[],
): Promise<void> {
  for (let round = 1; ; round += 1) {
    try {
      await options.database.inAccount(accountId, (sql) => recordIn(options, sql, accountId, outcomes))
      if (outcomes.some(isGone)) options.noteEvents(accountId)
      return
    } catch (cause) {
      if (round === 10) throw cause
      await sleep(1_000)
    }
  }
}

async function recordIn(
  options: RecordOutcomesOptions,
  sql: Sql,
  accountId: string,
  outcomes: readonly Outcome[],
): Promise<void> {
  // Endpoints before their deliveries and in one order, as everywhere, so that nothing deadlocks.
  for (const ofEndpoint of byEndpoint(outcomes)) await noteHealth(sql, accountId, ofEndpoint)
  await recordAttempts(sql, accountId, outcomes)
  for (const { delivery } of outcomes.filter(isGone)) {
    const { webhookId, urlHost: host } = delivery
    await disableByService(options, sql, accountId, { kind: 'webhookGone', webhookId, host })
  }
}

function byEndpoint(outcomes: readonly Outcome[]): Outcome[][] {
  const groups = Map.groupBy(outcomes, ({ delivery }) => delivery.webhookId)
  return [...groups].toSorted(([left], [right]) => (left < right ? -1 : 1)).map(([, group]) => group)
}

/** In the order in which the answers came. Of successes in a row the last one says it all. */
async function noteHealth(sql: Sql, accountId: string, outcomes: readonly Outcome[]): Promise<void> {
  for (const [index, { delivery, response, now }] of outcomes.entries()) {
    const next = outcomes[index + 1]
    if (!isSuccess(response))
      await noteFailure(sql, accountId, delivery.webhookId, { now, heldUntil: heldUntil(response, now) })
    else if (!next || !isSuccess(next.response)) await noteSuccess(sql, accountId, delivery.webhookId, now)
  }
}

function isGone({ response }: Outcome): boolean {
  return response.status === 410
}

/** With 429 and 503, `Retry-After` is about the whole endpoint; with other statuses about the one request. */
function heldUntil({ status, retryAfterSeconds }: WebhookResponse, now: Date): Date | null {
  if (retryAfterSeconds === undefined || (status !== 429 && status !== 503)) return null
  return new Date(now.getTime() + retryAfterSeconds * 1_000)
}
