import type { Entry } from './flow-state.ts'
import type { TimerReading } from './stopwatch.ts'

/** Answers on their way to the server: kept in the browser until it has acknowledged them. */
export type AnswerOutbox = {
  /** Everything not acknowledged yet, oldest first. */
  pending(): readonly Entry[]
  status(): SaveStatus
  add(entries: readonly Entry[]): void
  /** Sends now instead of after the wait, for example when the network is back. */
  wake(): void
  /** Tries to send what waits, or the timers alone; resolves when that try, or the one under way, has ended. */
  send(): Promise<void>
  /** What a last message holds when the page goes away: the oldest answers and the timers. */
  flushOnUnload(): string
  /** Stops sending and storing for good: another tab has taken over. */
  close(): void
}

/** `ended`: the session is over, what waits is kept. `moved`: another attempt is current, what waited is void. */
export type SaveStatus = 'saved' | 'saving' | 'offline' | 'retrying' | 'ended' | 'moved'

/** What the outbox needs of the browser, so that tests can stand in for it. */
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
  timers(): readonly TimerReading[]
  /** Called after every change of what waits or of the status. */
  changed(): void
  /** The server refused something: what the page shows is no longer what stands. */
  refused(): void
  /** Everything is complete and acknowledged; where to go now, if the person may see results. */
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
export function createAnswerOutbox(world: AnswerOutboxEffects, options: AnswerOutboxOptions): AnswerOutbox {
  let entries = load(world, options)
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
        world.store.setItem(options.key, JSON.stringify({ attempt: options.attempt, entries }))
      else world.store.removeItem(options.key)
    } catch {
      // Storage may be full or forbidden; the answers then wait in memory, and leaving the page asks first.
    }
  }

  const schedule = (ms: number) => {
    world.cancel(timer)
    timer = world.later(() => void send(), ms)
  }

  const send = (): Promise<void> => {
    // Whoever asks while a try is under way waits for that one, so that nobody leaves in the middle of it.
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
    world.cancel(timer)
    const sent = entries.slice(0, batch)
    try {
      const reply = await world.post(body(options, sent))
      if (reply.status === 200) accept(sent, (await reply.json()) as Acknowledgement)
      else refuse(reply.status)
    } catch {
      fail()
    }
  }

  const accept = (sent: readonly Entry[], ack: Acknowledgement) => {
    // Reading it all comes first: an answer of another shape, say from a hotel's network, fails before anything is lost.
    const known = new Set([...ack.saved, ...ack.refused.map(({ seq }) => seq)])
    const missing = sent.some((entry) =>
      entry.type === 'finish' ? !ack.completed.includes(entry.assessment) : !known.has(entry.seq),
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
      schedule(wait * (0.5 + world.random() / 2))
      set(world.online() ? 'retrying' : 'offline')
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
      world.cancel(timer)
    },
  }
}

/** Answers first, then the parts they finish: a part is sent as finished only with or after all of its answers. */
function body({ attempt, timers }: AnswerOutboxOptions, entries: readonly Entry[]): string {
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
  })
}

/** What an earlier page of the same attempt left; anything else under the key is thrown away. */
function load({ store }: AnswerOutboxEffects, { key, attempt }: AnswerOutboxOptions): readonly Entry[] {
  try {
    const kept = JSON.parse(store.getItem(key) ?? 'null')
    if (kept?.attempt === attempt && Array.isArray(kept.entries)) return kept.entries
    store.removeItem(key)
  } catch {
    // Unreadable storage is as good as none.
  }
  return []
}
