import { setTimeout } from 'node:timers/promises'
import { percentile } from '../../scripts/bench/load/percentile.ts'

export type Answered = { at: number; milliseconds: number; status: number; what: string }

export type DrillLoad = {
  /** All answers, in the order in which they came; status 0 is a lost connection. */
  answers: Answered[]
  /** The name of each person whose creation was acknowledged. */
  acknowledged: string[]
  /** Answers that are neither 2xx nor a 503 with Retry-After of one to five seconds. */
  wrong: string[]
  /** Resolves when so many more people have been acknowledged. */
  more: (count: number) => Promise<void>
  /** Seconds until a person is created by a request that began after this moment of `performance.now()`. */
  untilWritten: (since: number) => Promise<number>
  stop: () => Promise<void>
}

type LoadOptions = {
  /** Asked before each request, because a service may have moved to another port. */
  baseUrl: () => string
  token: string
  writers?: number
  readers?: number
  pauseMilliseconds?: number
  /** Whether a connection may be lost, as when the service itself is killed. */
  mayLose?: boolean
}

/**
 * Creates people and reads the account without a break. A writer repeats what was not acknowledged with the same
 * Idempotency-Key, as a program should, so that nothing may be there twice.
 */
export function startDrillLoad(options: LoadOptions): DrillLoad {
  const { baseUrl, token, writers = 6, readers = 1, pauseMilliseconds = 5, mayLose = false } = options
  const load = { answers: [] as Answered[], acknowledged: [] as string[], wrong: [] as string[] }
  let isOver = false

  async function ask(what: string, path: string, init: RequestInit): Promise<number> {
    const began = performance.now()
    const asked = await request(`${baseUrl()}${path}`, init)
    load.answers.push({ at: began, milliseconds: performance.now() - began, status: asked.status, what })
    const isRight =
      asked.status === 503
        ? /^[1-5]$/.test(asked.retryAfter ?? '')
        : asked.status === 0
          ? mayLose
          : asked.status < 300
    if (!isRight) load.wrong.push(`${what} ${asked.status} ${asked.retryAfter ?? ''} ${asked.text}`)
    return asked.status
  }

  async function write(writer: number): Promise<void> {
    const authorization = `Bearer ${token}`
    for (let count = 0; !isOver; count += 1) {
      const name = `${writer}-${count}`
      const headers = {
        authorization,
        'content-type': 'application/json',
        'idempotency-key': `drill-${name}`,
      }
      const init = { method: 'POST', headers, body: JSON.stringify({ firstName, lastName: name }) }
      for (;;) {
        const status = await ask('POST /profile', '/profile', init)
        if (status === 201) load.acknowledged.push(name)
        if (isOver || (status !== 503 && status !== 0)) break
        await setTimeout(50)
      }
      await setTimeout(pauseMilliseconds)
    }
  }

  async function read(): Promise<void> {
    while (!isOver) {
      await ask('GET /account', '/account', { headers: { authorization: `Bearer ${token}` } })
      await setTimeout(20)
    }
  }

  const working = Promise.all([
    ...Array.from({ length: writers }, (_, writer) => write(writer)),
    ...Array.from({ length: readers }, read),
  ])
  return {
    ...load,
    async more(count) {
      const wanted = load.acknowledged.length + count
      const end = performance.now() + 60_000
      while (load.acknowledged.length < wanted) {
        if (performance.now() > end) throw new Error(`No ${count} people were acknowledged within a minute`)
        await setTimeout(10)
      }
    },
    async untilWritten(since) {
      for (;;) {
        const first = load.answers.find(({ at, status, what }) => {
          return at > since && status === 201 && what === 'POST /profile'
        })
        if (first) return (first.at + first.milliseconds - since) / 1_000
        if (performance.now() - since > 60_000) throw new Error('Nothing was written within a minute')
        await setTimeout(20)
      }
    },
    async stop() {
      isOver = true
      await working
    },
  }
}

async function request(url: string, init: RequestInit) {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(60_000) })
    const text = await response.text()
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      text: response.ok ? '' : text.slice(0, 200),
    }
  } catch (error) {
    return { status: 0, retryAfter: null, text: String((error as Error).cause ?? error) }
  }
}

/** First name of everyone that a drill creates. */
const firstName = 'Drilled'

/** Seconds of the longest answer, or of the part of answers that is asked for. */
export function secondsOf(answers: readonly Answered[], part = 1): number {
  const times = answers.map(({ milliseconds }) => milliseconds)
  return (percentile(times, part) ?? 0) / 1_000
}

/** Runs a statement on the service's database, past row security. */
export type Rows = <T>(text: string, values: unknown[]) => Promise<T[]>

/** Compares what was acknowledged with what is stored: people, their number, and their entries in the audit log. */
export async function compareLedger(rows: Rows, accountId: string, acknowledged: readonly string[]) {
  const people = await rows<{ name: string; entries: number }>(
    `select last_name as name, coalesce(entries, 0) as entries
       from profile
       left join (select target_id, count(*)::int as entries from audit_entry
                   where account_id = $1 and action = 'create_profile' group by target_id) as audited
         on audited.target_id = profile.id
      where account_id = $1 and first_name = $2`,
    [accountId, firstName],
  )
  const stored = Map.groupBy(people, ({ name }) => name)
  return {
    lost: acknowledged.filter((name) => !stored.has(name)),
    doubled: [...stored].filter(([, same]) => same.length > 1).map(([name]) => name),
    unaudited: people.filter(({ entries }) => entries !== 1).map(({ name }) => name),
  }
}

/** Seconds until the service answers `/readyz` as wanted. */
export async function untilReady(url: string, isWanted = true): Promise<number> {
  const began = performance.now()
  for (;;) {
    const isReady = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
      ({ ok }) => ok,
      () => false,
    )
    const seconds = (performance.now() - began) / 1_000
    if (isReady === isWanted) return seconds
    if (seconds > 60) throw new Error(`/readyz stayed ${isReady ? 200 : 'red'} for a minute`)
    await setTimeout(20)
  }
}
