import { performance } from 'node:perf_hooks'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type {
  ObserveAttempt,
  ObserveWebhookAttempt,
  OutboxCounts,
  WebhookCounts,
} from '../contract/observers.ts'
import type { AskModel } from '../contract/ports.ts'

export type WorkMetrics = {
  observeAttempt: ObserveAttempt
  /** Counts the messages that wait, at most every 15 seconds. Undefined if another instance does. */
  watchOutbox(count: () => Promise<OutboxCounts[] | undefined>): void
  observeWebhook: ObserveWebhookAttempt
  /** Counts the deliveries of webhooks that wait, as often. Undefined if another instance does. */
  watchWebhooks(count: () => Promise<WebhookCounts | undefined>): void
  /** Counts and times the requests to the model. */
  observeModel(ask: AskModel): AskModel
  noteDebriefGivenUp(): void
  /** The country is a code such as `DE`. */
  observeText(country: string, outcome: 'sent' | 'failed'): void
  /** Notes the newest whole backup. */
  noteBackup(backup: { kind: string; finishedAt: Date; bytes: number }): void
  /** Notes the segments of the write-ahead log that wait to be archived, and for how long the oldest does. */
  noteWaitingLog(waiting: { segments: number; seconds: number }): void
  /** Times the runs of a repeated task and notes when one was completed. */
  observeTask<Args extends unknown[]>(
    task: string,
    work: (...args: Args) => Promise<unknown>,
  ): (...args: Args) => Promise<unknown>
}

const attemptBuckets = [1, 5, 10, 30, 60, 300, 900, 3_600, 14_400, 86_400]
const modelBuckets = [0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 45, 60]

export function createWorkMetrics(registers: Registry[]): WorkMetrics {
  const attempts = new Counter({
    name: 'timbre_outbox_attempts_total',
    help: 'Attempts to send a message; failed is the last one',
    labelNames: ['channel', 'lane', 'outcome'] as const,
    registers,
  })
  const deliveries = new Histogram({
    name: 'timbre_outbox_delivery_seconds',
    help: 'Time from the commit that queued a message until it was sent or given up',
    labelNames: ['channel', 'lane', 'outcome'] as const,
    buckets: attemptBuckets,
    registers,
  })
  for (const channel of ['email', 'sms'])
    for (const lane of [0, 1, 2])
      for (const outcome of ['sent', 'retry', 'failed']) attempts.inc({ channel, lane, outcome }, 0)
  const webhooks = new Counter({
    name: 'timbre_webhook_attempts_total',
    help: 'Attempts to send a webhook; failed is the last one',
    labelNames: ['outcome'] as const,
    registers,
  })
  for (const outcome of ['sent', 'retry', 'failed']) webhooks.inc({ outcome }, 0)
  const modelRequests = new Counter({
    name: 'timbre_model_requests_total',
    help: 'Requests to the language model by outcome',
    labelNames: ['outcome'] as const,
    registers,
  })
  const modelDurations = new Histogram({
    name: 'timbre_model_request_duration_seconds',
    help: 'Requests to the language model, with the wait for a place',
    buckets: modelBuckets,
    registers,
  })
  const debriefsGivenUp = new Counter({
    name: 'timbre_debriefs_given_up_total',
    help: 'Debriefs that should have been written on completion and failed at every attempt',
    registers,
  })
  const texts = new Counter({
    name: 'timbre_sms_total',
    help: 'Attempts to send a text message, by country of the number',
    labelNames: ['country', 'outcome'] as const,
    registers,
  })
  const tasks = createTaskMetrics(registers)
  return {
    observeAttempt({ channel, lane, outcome, ageSeconds }) {
      attempts.inc({ channel, lane, outcome })
      if (outcome !== 'retry') deliveries.observe({ channel, lane, outcome }, ageSeconds)
    },
    watchOutbox: (count) => addOutbox(registers, count),
    observeWebhook: (outcome) => webhooks.inc({ outcome }),
    watchWebhooks: (count) => addWebhooks(registers, count),
    observeModel: (ask) => async (question, signal) => {
      const began = performance.now()
      const answer = await ask(question, signal)
      modelRequests.inc({ outcome: 'failed' in answer ? answer.failed : 'ok' })
      modelDurations.observe((performance.now() - began) / 1_000)
      return answer
    },
    noteDebriefGivenUp: () => debriefsGivenUp.inc(),
    observeText: (country, outcome) => texts.inc({ country, outcome }),
    noteBackup: createBackupMetrics(registers),
    noteWaitingLog: createLogMetrics(registers),
    observeTask: tasks.observe,
  }
}

function createBackupMetrics(registers: Registry[]): WorkMetrics['noteBackup'] {
  const labelNames = ['kind'] as const
  const succeeded = new Gauge({
    name: 'timbre_backup_success_timestamp_seconds',
    help: 'When the newest backup was completed, in seconds since 1970',
    labelNames,
    registers,
  })
  const size = new Gauge({
    name: 'timbre_backup_bytes',
    help: 'Size of the newest backup',
    labelNames,
    registers,
  })
  return ({ kind, finishedAt, bytes }) => {
    succeeded.set({ kind }, finishedAt.getTime() / 1_000)
    size.set({ kind }, bytes)
  }
}

function createLogMetrics(registers: Registry[]): WorkMetrics['noteWaitingLog'] {
  // Without BACKUP_DIR there are no values.
  const options = { labelNames: ['kind'] as const, registers }
  const waiting = new Gauge({
    name: 'timbre_backup_log_waiting',
    help: 'Segments of the write-ahead log that wait to be archived in BACKUP_DIR',
    ...options,
  })
  const age = new Gauge({
    name: 'timbre_backup_log_waiting_seconds',
    help: 'For how long the oldest of these segments waits',
    ...options,
  })
  return ({ segments, seconds }) => {
    waiting.set({ kind: 'embedded' }, segments)
    age.set({ kind: 'embedded' }, seconds)
  }
}

function createTaskMetrics(registers: Registry[]) {
  const succeeded = new Gauge({
    name: 'timbre_task_success_timestamp_seconds',
    help: 'When a repeated task was last completed, in seconds since 1970',
    labelNames: ['task'] as const,
    registers,
  })
  const durations = new Gauge({
    name: 'timbre_task_duration_seconds',
    help: 'How long the last run of a repeated task took',
    labelNames: ['task'] as const,
    registers,
  })
  return {
    observe<Args extends unknown[]>(task: string, work: (...args: Args) => Promise<unknown>) {
      return async (...args: Args) => {
        const began = performance.now()
        const done = await work(...args)
        durations.set({ task }, (performance.now() - began) / 1_000)
        if (done !== false) succeeded.set({ task }, Date.now() / 1_000)
        return done
      }
    },
  }
}

/** Several collections within 15 seconds share a count. */
function keptFor15Seconds<Counts>(
  count: () => Promise<Counts | undefined>,
): () => Promise<Counts | undefined> {
  let counted: Promise<Counts | undefined> = Promise.resolve(undefined)
  let countedAt = Number.NEGATIVE_INFINITY
  return () => {
    if (performance.now() - countedAt > 15_000) {
      countedAt = performance.now()
      // A database that is away must not end the collection.
      counted = count().catch(() => undefined)
    }
    return counted
  }
}

/** Two gauges from one count. */
function addWebhooks(registers: Registry[], count: () => Promise<WebhookCounts | undefined>): void {
  const read = keptFor15Seconds(count)
  new Gauge({
    name: 'timbre_webhook_deliveries',
    help: 'Deliveries that may be sent now (due) and that wait for another attempt (waiting)',
    labelNames: ['state'] as const,
    registers,
    async collect() {
      const counts = await read()
      if (!counts) return this.reset()
      this.set({ state: 'due' }, counts.due)
      this.set({ state: 'waiting' }, counts.waiting)
    },
  })
  new Gauge({
    name: 'timbre_webhook_oldest_seconds',
    help: 'For how long the oldest delivery is due whose endpoint answers',
    registers,
    async collect() {
      const counts = await read()
      // Without a label the metric has a value from the start; reset() would show 0.
      if (counts) this.set(counts.oldestDueSeconds)
      else this.remove()
    },
  })
}

/** Two gauges from one count. */
function addOutbox(registers: Registry[], count: () => Promise<OutboxCounts[] | undefined>): void {
  const read = keptFor15Seconds(count)
  new Gauge({
    name: 'timbre_outbox_messages',
    help: 'Messages that may be sent now (due) and that wait for a later attempt (waiting)',
    labelNames: ['state', 'lane'] as const,
    registers,
    async collect() {
      const counts = await read()
      if (!counts) return this.reset()
      for (const { lane, due, waiting } of counts) {
        this.set({ state: 'due', lane }, due)
        this.set({ state: 'waiting', lane }, waiting)
      }
    },
  })
  new Gauge({
    name: 'timbre_outbox_oldest_seconds',
    help: 'Age of the oldest message, since its commit',
    labelNames: ['state', 'lane'] as const,
    registers,
    async collect() {
      const counts = await read()
      if (!counts) return this.reset()
      for (const { lane, oldestDueSeconds, oldestWaitingSeconds } of counts) {
        this.set({ state: 'due', lane }, oldestDueSeconds)
        this.set({ state: 'waiting', lane }, oldestWaitingSeconds)
      }
    },
  })
}
