import type { TakingView } from '../../src/http/views/taking-view.ts'
import type { Entry } from './flow-state.ts'
import type { TimerReading } from './stopwatch.ts'

/** Unsent answers, stored in the browser until the server has acknowledged them. */
export type AnswerOutbox = {
  /** All unacknowledged answers, oldest first. */
  pending(): readonly Entry[]
  status(): SaveStatus
  add(entries: readonly Entry[]): void
  /** Sends now instead of after the delay, for example when the network is back. */
  wake(): void
  /** Sends pending answers, or only the timers. Resolves when this attempt, or the one in progress, has ended. */
  send(): Promise<void>
  /** Content of a last message on page unload: the oldest answers and the timers. */
  flushOnUnload(): string
  /** Stops sending and storing permanently: another tab has taken over. */
  close(): void
}

/**
 * `ended`: the session is over, pending answers are kept. `moved`: another attempt is current, pending answers are
 * void.
 */
export type SaveStatus = 'saved' | 'saving' | 'offline' | 'retrying' | 'ended' | 'moved'

/** Browser functions that the outbox uses, so that tests can replace them. */
export type AnswerOutboxEffects = {
  readonly store: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  post(body: string): Promise<{ status: number; json(): Promise<unknown> }>
  online(): boolean
  random(): number
  later(run: () => void, ms: number): unknown
  cancel(timer: unknown): void
}

export type AnswerOutboxOptions = {
  readonly key: string
  readonly attempt: string
  /** The wording of the questions shown, by assessment. */
  readonly wordings: TakingView['wordings']
  timers(): readonly TimerReading[]
  /** Called after each change of pending answers or status. */
  changed(): void
  /** The server refused an answer, so the page is out of date. */
  refused(): void
  /** Everything is complete and acknowledged; the URL to go to, if the person may see results. */
  done(resultsUrl: string | null): void
}

type Acknowledgement = {
  readonly saved: readonly number[]
  readonly refused: readonly { readonly seq: number }[]
  readonly completed: readonly string[]
  readonly done: boolean
  readonly resultsUrl: string | null
}

const batch = 50
const firstWaitMs = 500
const longestWaitMs = 15_000

/** Opens the outbox of one attempt, with what an earlier page left in it. */
export function createAnswerOutbox(effects: AnswerOutboxEffects, options: AnswerOutboxOptions): AnswerOutbox {
  let entries = load(effects, options)
  let status: SaveStatus = entries.length > 0 ? 'saving' : 'saved'
  let underWay: Promise<void> | undefined
  let closed = false
  let failures = 0
  let timer: unknown

  const set = (now: SaveStatus) => {
    status = now
    options.changed()
  }

  const keep = () => {
    try {
      if (entries.length > 0)
        effects.store.setItem(options.key, JSON.stringify({ attempt: options.attempt, entries }))
      else effects.store.removeItem(options.key)
    } catch {
      // Storage can be full or forbidden. Answers are then kept in memory, and leaving the page asks for
      // confirmation.
    }
  }

  const schedule = (ms: number) => {
    effects.cancel(timer)
    timer = effects.later(() => void send(), ms)
  }

  const send = (): Promise<void> => {
    // Callers during an attempt wait for it, so no one leaves in the middle of it.
    underWay ??= sendAll()
    return underWay
  }

  const sendAll = async () => {
    do await sendBatch()
    while (entries.length > 0 && failures === 0 && canSend())
    underWay = undefined
  }

  const canSend = () => !closed && status !== 'ended' && status !== 'moved'

  const sendBatch = async () => {
    if (!canSend()) return
    effects.cancel(timer)
    const sent = entries.slice(0, batch)
    try {
      const reply = await effects.post(body(options, sent))
      if (reply.status === 200) accept(sent, (await reply.json()) as Acknowledgement)
      else refuse(reply.status)
    } catch {
      fail()
    }
  }

  const accept = (sent: readonly Entry[], ack: Acknowledgement) => {
    // Parse the whole body first: an unexpected answer, for example of a captive portal, fails before anything is
    // removed.
    const acknowledged = new Set([...ack.saved, ...ack.refused.map(({ seq }) => seq)])
    const missing = sent.some((entry) =>
      entry.type === 'finish' ? !ack.completed.includes(entry.assessment) : !acknowledged.has(entry.seq),
    )
    failures = 0
    entries = entries.slice(sent.length)
    if (closed) return
    keep()
    set(entries.length > 0 ? 'saving' : 'saved')
    if (ack.refused.length > 0 || missing) options.refused()
    else if (ack.done && entries.length === 0) options.done(ack.resultsUrl)
  }

  const refuse = (code: number) => {
    if (code === 409) {
      entries = []
      keep()
      set('moved')
    } else if (code === 401) set('ended')
    else fail()
  }

  const fail = () => {
    failures++
    const wait = Math.min(longestWaitMs, firstWaitMs * 2 ** (failures - 1))
    if (entries.length > 0) {
      schedule(wait * (0.5 + effects.random() / 2))
      set(effects.online() ? 'retrying' : 'offline')
    } else failures = 0
  }

  return {
    pending: () => entries,
    status: () => status,
    add(added) {
      if (added.length === 0 || closed) return
      entries = [...entries, ...added]
      keep()
      if (failures === 0) {
        set(status === 'saved' ? 'saving' : status)
        void send()
      } else options.changed()
    },
    wake() {
      if (entries.length > 0) void send()
    },
    send,
    flushOnUnload: () => body(options, entries.slice(0, batch)),
    close() {
      closed = true
      effects.cancel(timer)
    },
  }
}

/** Answers first, then completed parts: a part is only sent as completed with or after all of its answers. */
function body({ attempt, timers, wordings }: AnswerOutboxOptions, entries: readonly Entry[]): string {
  const finish = entries.flatMap((entry) => (entry.type === 'finish' ? [entry.assessment] : []))
  return JSON.stringify({
    attempt,
    answers: entries.flatMap((entry) =>
      entry.type === 'answer'
        ? [{ assessment: entry.assessment, item: entry.item, value: entry.value, seq: entry.seq }]
        : [],
    ),
    ...(finish.length > 0 ? { finish } : {}),
    timers: timers(),
    wordings,
  })
}

/** What an earlier page of the same attempt left; anything else under the key is dropped. */
function load({ store }: AnswerOutboxEffects, { key, attempt }: AnswerOutboxOptions): readonly Entry[] {
  try {
    const kept = JSON.parse(store.getItem(key) ?? 'null')
    if (kept?.attempt === attempt && Array.isArray(kept.entries)) return kept.entries
    store.removeItem(key)
  } catch {
    // Unreadable storage counts as empty.
  }
  return []
}
