import { setTimeout as sleep } from 'node:timers/promises'
import type { ObserveWebhookAttempt } from '../../contract/observers.ts'
import type { Database, Sql } from '../../contract/ports.ts'
import { recordWithinLease } from '../../contract/record-within-lease.ts'
import type { WebhookResponse } from '../../contract/webhook-call.ts'
import type { ClaimedDelivery } from './claim-store.ts'
import { isSuccess, noteFailure, noteSuccesses, recordAttempts } from './delivery-store.ts'
import { disableByService, type UnattendedParts } from './disable.ts'
import { secondsUntilAttempt } from './retry.ts'

export type RecordOutcomesOptions = UnattendedParts & {
  database: Database
  /** Called after a transaction that may have recorded events of the account has committed. */
  noteEvents: (accountId: string) => void
  observeAttempt?: ObserveWebhookAttempt | undefined
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

/** How long the first outcome waits for others: requests about one change often end together. */
const gatherMilliseconds = 5

/**
 * What ends within a few milliseconds, or while a transaction of the account runs, is recorded together. Nothing
 * waits if a delivery is due that has no place before the outcome is recorded.
 */
export function createOutcomeRecorder(
  options: RecordOutcomesOptions,
  isPlaceNeeded: () => boolean,
): RecordOutcome {
  const queues = new Map<string, Pending[]>()

  async function recordAll(accountId: string): Promise<void> {
    if (!isPlaceNeeded()) await sleep(gatherMilliseconds)
    for (;;) {
      const [batch, later] = firstOfEach(queues.get(accountId) ?? [])
      if (batch.length === 0) break
      queues.set(accountId, later)
      try {
        const outcomes = batch.map(({ outcome }) => outcome)
        await recordWithinLease(() => recordTogether(options, accountId, outcomes))
        for (const { outcome, resolve } of batch) {
          options.observeAttempt?.(nameOf(outcome))
          resolve()
        }
      } catch (error) {
        for (const { reject } of batch) {
          // The event is sent again once its lease has ended.
          options.observeAttempt?.('retry')
          reject(error)
        }
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

/** For the metric: whether the attempt was the last one. After an answer that ends the endpoint it is, whatever was planned. */
function nameOf(outcome: Outcome): 'sent' | 'retry' | 'failed' {
  if (isSuccess(outcome.response)) return 'sent'
  return outcome.dueAt !== null && !isGone(outcome) ? 'retry' : 'failed'
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

async function recordTogether(
  options: RecordOutcomesOptions,
  accountId: string,
  outcomes: readonly Outcome[],
): Promise<void> {
  const { database, noteEvents } = options
  if (outcomes.some(isGone)) {
    await database.inAccount(accountId, (sql) => recordWithEnds(options, sql, accountId, outcomes))
    noteEvents(accountId)
    return
  }
  // An outcome that a crash undoes makes its event be sent again, with the same id. To a strict endpoint it could
  // then come after later ones.
  const asyncCommit = !outcomes.some(({ delivery }) => delivery.isStrict)
  const record = (sql: Sql) => recordIn(sql, accountId, outcomes)
  await database.inAccount(accountId, record, { atOnce: true, asyncCommit })
}

async function recordWithEnds(
  options: RecordOutcomesOptions,
  sql: Sql,
  accountId: string,
  outcomes: readonly Outcome[],
): Promise<void> {
  await recordIn(sql, accountId, outcomes)
  for (const { delivery } of outcomes.filter(isGone)) {
    const { webhookId, urlHost: host } = delivery
    await disableByService(options, sql, accountId, { kind: 'webhookGone', webhookId, host })
  }
}

/** Sends all statements at once. Endpoints before their deliveries and in one order, so that nothing deadlocks. */
async function recordIn(sql: Sql, accountId: string, outcomes: readonly Outcome[]): Promise<void> {
  await Promise.all([...noteHealth(sql, accountId, outcomes), recordAttempts(sql, accountId, outcomes)])
}

function byEndpoint(outcomes: readonly Outcome[]): Outcome[][] {
  const groups = Map.groupBy(outcomes, ({ delivery }) => delivery.webhookId)
  return [...groups].toSorted(([left], [right]) => (left < right ? -1 : 1)).map(([, group]) => group)
}

/** In the order in which the answers came. Of successes in a row the last one says it all. */
function noteHealth(sql: Sql, accountId: string, outcomes: readonly Outcome[]): Promise<void>[] {
  const endpoints = byEndpoint(outcomes)
  const noteAll = (successes: Outcome[]) =>
    noteSuccesses(
      sql,
      accountId,
      successes.map(({ delivery: { webhookId }, now }) => ({ webhookId, now })),
    )
  if (outcomes.every(({ response }) => isSuccess(response)))
    return [noteAll(endpoints.flatMap((ofEndpoint) => ofEndpoint.slice(-1)))]
  return endpoints.flatMap((ofEndpoint) =>
    ofEndpoint.flatMap((outcome, index) => {
      const { delivery, response, now } = outcome
      if (!isSuccess(response))
        return [noteFailure(sql, accountId, delivery.webhookId, { now, heldUntil: heldUntil(response, now) })]
      const next = ofEndpoint[index + 1]
      return next && isSuccess(next.response) ? [] : [noteAll([outcome])]
    }),
  )
}

function isGone({ response }: Outcome): boolean {
  return response.status === 410
}

/** With 429 and 503, `Retry-After` is about the whole endpoint; with other statuses about the one request. */
function heldUntil({ status, retryAfterSeconds }: WebhookResponse, now: Date): Date | null {
  if (retryAfterSeconds === undefined || (status !== 429 && status !== 503)) return null
  return new Date(now.getTime() + retryAfterSeconds * 1_000)
}
