import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openHttpConnection } from '../../scripts/bench/load/http-connection.ts'
import { percentile } from '../../scripts/bench/load/percentile.ts'
import { openSetting, type Setting } from '../../scripts/bench/setting.ts'
import { openTakers } from '../../scripts/bench/takers.ts'

const seconds = 20
const people = Number(process.env.DRILL_PEOPLE ?? 2_000)

let setting: Setting
beforeAll(async () => {
  setting = await openSetting(people, say)
})
afterAll(() => setting?.stop())

function say(line: string | object): void {
  process.stdout.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`)
}

type Outcome = { at: number; status: number; milliseconds: number }

const textOf = (method: string, path: string, headers: Record<string, string>, body = '') =>
  [
    `${method} ${path} HTTP/1.1`,
    'host: localhost',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body ? ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`] : []),
    '',
    body,
  ].join('\r\n')

/** Requests as they become due, each on a connection that is free, whether or not earlier ones were answered. */
async function send(
  texts: (at: number) => string,
  { perSecond, forSeconds, connections }: { perSecond?: number; forSeconds: number; connections: number },
): Promise<Outcome[]> {
  const { host, port } = setting.service
  const outcomes: Outcome[] = []
  const began = performance.now()
  const end = began + forSeconds * 1_000
  let count = 0
  await Promise.all(
    Array.from({ length: connections }, async () => {
      let connection = await openHttpConnection(host, port)
      for (;;) {
        const at = count++
        const due = perSecond === undefined ? performance.now() : began + (at * 1_000) / perSecond
        if (due >= end) return connection.close()
        const wait = due - performance.now()
        if (wait > 0) await setTimeout(wait)
        const status = await connection.send(texts(at)).then(
          (answer) => answer.status,
          () => 0,
        )
        outcomes.push({ at: due - began, status, milliseconds: performance.now() - due })
        if (status === 0) connection = await openHttpConnection(host, port)
      }
    }),
  )
  return outcomes
}

const isGood = ({ status }: Outcome) => status === 200
const times = (outcomes: readonly Outcome[], part: number) =>
  Math.round(
    10 *
      (percentile(
        outcomes.map(({ milliseconds }) => milliseconds),
        part,
      ) ?? Number.NaN),
  ) / 10

function figuresOf(outcomes: readonly Outcome[], peak: number) {
  const good = outcomes.filter(isGood)
  const refused = outcomes.filter(({ status }) => status === 503)
  const bySecond = Array.from(
    { length: seconds },
    (_, second) =>
      good.filter(({ at, milliseconds }) => Math.floor((at + milliseconds) / 1_000) === second).length,
  )
  return {
    peak: Math.round(peak),
    offered: Math.round(outcomes.length / seconds),
    goodput: share(good.length / seconds / peak),
    worstSecond: share(Math.min(...bySecond.slice(2)) / peak),
    accepted: { p50: times(good, 0.5), p99: times(good, 0.99) },
    refused: { count: refused.length, p50: times(refused, 0.5), p99: times(refused, 0.99) },
    others: outcomes.length - good.length - refused.length,
  }
}

const share = (value: number) => `${Math.round(value * 100)} %`

/** How often each of the paths of health was not 200 while something else runs. */
async function watchHealth(work: Promise<unknown>): Promise<Record<string, number>> {
  const failures = { '/healthz': 0, '/readyz': 0, looks: 0 }
  let isOver = false
  void work.finally(() => {
    isOver = true
  })
  while (!isOver) {
    for (const path of ['/healthz', '/readyz'] as const) {
      const { status } = await setting.send({ method: 'GET', path })
      failures.looks += 1
      if (status !== 200) failures[path] += 1
    }
    await setTimeout(500)
  }
  return failures
}

test.each(['/api/v4/account', '/api/v4/profiles?limit=20'])(
  'three times the peak of GET %s keeps the peak',
  async (path) => {
    const text = textOf('GET', path, setting.authorization)
    await send(() => text, { forSeconds: 3, connections: 8 })
    const alone = await send(() => text, { forSeconds: 2, connections: 1 })
    const peak = (await send(() => text, { forSeconds: 5, connections: 8 })).length / 5
    const before = setting.memory.now()
    const flood = send(() => text, { perSecond: 3 * peak, forSeconds: seconds, connections: 3_000 })
    const health = await watchHealth(flood)
    const figures = figuresOf(await flood, peak)
    await setTimeout(5_000)
    const after = await send(() => text, { forSeconds: 2, connections: 1 })
    say({ path, ...figures, alone: times(alone, 0.5), after: times(after, 0.5), health })
    say({ before, after: setting.memory.now() })
    expect(figures.others).toBe(0)
    expect(health).toMatchObject({ '/healthz': 0, '/readyz': 0 })
  },
)

test('a flood of lists costs people who answer nothing', async () => {
  const takers = await openTakers(setting.service.owner, setting.installation, 50)
  const text = textOf('GET', '/api/v4/profiles?limit=20', setting.authorization)
  const peak = (await send(() => text, { forSeconds: 5, connections: 8 })).length / 5
  const answer = (at: number) => {
    const item = 12 + Math.floor(at / takers.length)
    const answers = [{ assessment: 'focus', item, value: 4, seq: item }]
    const timers = [
      {
        assessment: 'focus',
        sessionId: 'session-focus',
        activeSeconds: item,
        idleSeconds: 0,
        inactiveSeconds: 0,
      },
    ]
    const cookie = takers[at % takers.length]?.cookie ?? ''
    return textOf('POST', '/take/answers', { cookie }, JSON.stringify({ attempt: 1, answers, timers }))
  }
  const flood = send(() => text, { perSecond: 3 * peak, forSeconds: seconds, connections: 3_000 })
  await setTimeout(1_000)
  const taking = await send(answer, { perSecond: 50, forSeconds: seconds - 2, connections: 64 })
  const statuses = Object.groupBy(taking, ({ status }) => String(status))
  say({
    takers: takers.length,
    answers: taking.length,
    statuses: Object.fromEntries(Object.entries(statuses).map(([status, all]) => [status, all?.length])),
    p50: times(taking, 0.5),
    p99: times(taking, 0.99),
    flood: figuresOf(await flood, peak),
  })
  expect(Object.keys(statuses)).toEqual(['200'])
})
